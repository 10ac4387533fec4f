// Orders and their totals.
namespace Shop.Orders

open System
open System.Collections.Generic

#if DEBUG
#nowarn "40"
#endif

(* A block comment
   (* nested *) over lines *)
module Pricing =

    /// The currency of a price.
    [<Struct>]
    type Currency =
        | Euro
        | Dollar of rate: float
        | Other of string * decimal

    type Shape = Circle of radius: float | Rect of w: float * h: float

    type Line = { Name: string; Price: decimal; mutable Count: int }

    type Tree<'T> =
        | Leaf
        | Node of Tree<'T> * 'T * Tree<'T>

    exception OutOfStock of string

    [<Measure>]
    type kg

    let weight = 3.5<kg>
    let mask = 0xFF &&& 0b1010 ||| 0o17
    let big = 1_000_000L
    let letter = 'x'
    let newline = '\n'
    let bytes = "abc"B
    let path = @"C:\temp\""quoted"""
    let raw = """a "raw" text"""
    let ``a strange name`` = 12uy

    let inline square x = x * x

    let rec sum (tree: Tree<int>) : int =
        match tree with
        | Leaf -> 0
        | Node (left, value, right) when value > 0 -> sum left + value + sum right
        | Node (_, _, _) as node ->
            printfn "ignored %A\n" node
            -1

    let total lines =
        lines
        |> List.filter (fun line -> line.Count > 0)
        |> List.sumBy (fun { Price = price; Count = count } -> price * decimal count)

    let (|Even|Odd|) n = if n % 2 = 0 then Even else Odd

    let describe (number: int) =
        match number with
        | Even -> "even"
        | Odd -> $"odd {number}"

type IShape =
    abstract member Area: unit -> float
    abstract Name: string with get

type Circle(radius: float) =
    let mutable calls = 0
    static member Unit = Circle(1.0)
    member val Color = "red" with get, set
    member this.Radius = radius
    member _.Calls
        with get () = calls
        and set value = calls <- value

    interface IShape with
        member this.Area() = Math.PI * radius ** 2.0
        member this.Name = "circle"

    override this.ToString() = sprintf "Circle %f" radius

type Shape with
    member x.Double = x :> obj

module Main =
    let fetch (url: string) = async {
        let! response = Http.get url
        use reader = new IO.StringReader(response)
        do! Async.Sleep 100
        return! parse (reader.ReadToEnd())
    }

    let numbers = [ 1 .. 10 ] @ [ for i in 0 .. 2 .. 8 do yield i * i ]
    let table = dict [ "one", 1; "two", 2 ]
    let array = [| 1.0; 2e3; 3.0f; 4m |]

    let safe f =
        try
            try
                Some(f ())
            with
            | :? ArgumentException as error -> None
            | _ -> reraise ()
        finally
            printfn "done"

    [<EntryPoint>]
    let main argv =
        let mutable i = 0
        while i < argv.Length && not false do
            i <- i + 1
        for item in numbers do
            if item = 3 then () elif item <> 4 then ignore item else printf "%d" item
        let add = (+) 1 >> (*) 2
        let value = box 3 :?> int
        let boxed = if isNull null then true else false
        lazy (add value) |> ignore
        0
