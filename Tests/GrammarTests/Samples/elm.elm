port module Orders exposing (Line, Size(..), main, total)

{-| Orders and their totals.
   {- nested -}
-}

import Browser
import Dict exposing (Dict)
import Html exposing (Html, button, div, text)
import Html.Events as Events exposing (onClick)


-- MODEL


type Size
    = Small
    | Large Int
    | Other { name : String }


type alias Line =
    { name : String
    , price : Float
    , size : Maybe Size
    }


port save : String -> Cmd msg


rate : Float
rate =
    1.19


limit =
    0xFF


total : List Line -> Float
total lines =
    lines
        |> List.filter (\line -> line.price > 0 && line.name /= "")
        |> List.map (.price >> (*) rate)
        |> List.foldl (+) 0


describe : Int -> String
describe n =
    if n == 0 then
        "zero\n"

    else if modBy 2 n == 0 then
        "even " ++ String.fromInt n

    else
        """an "odd"
number"""


letter : Char
letter =
    'x'


update : Msg -> Line -> ( Line, Cmd Msg )
update msg model =
    case msg of
        Rename name ->
            ( { model | name = name }, Cmd.none )

        Add (Just _) ->
            let
                ( first, _ ) =
                    ( 1, 2.5e3 )

                next =
                    first :: [ 2, 3 ]
            in
            ( model, save "all" )

        _ ->
            ( model, Cmd.none )


view : Line -> Html Msg
view model =
    div []
        [ button [ onClick (Rename "pen") ] [ text "-" ]
        , div [] [ text (String.fromFloat model.price) ]
        ]


main =
    Browser.sandbox { init = init, update = update, view = view }
