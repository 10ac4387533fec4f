-- | A shopping basket, to show the language.
module Shop.Basket
  ( Basket(..)
  , Item
  , class Priced
  , price
  , (<+>)
  , module Data.Maybe
  ) where

import Prelude

import Data.Array (filter, (:))
import Data.Foldable (class Foldable, foldl, sum)
import Data.Map as Map
import Data.Maybe (Maybe(..), fromMaybe)
import Effect (Effect)
import Effect.Console hiding (warn)

{- Items carry a name
   {- and comments nest -}
   and an amount. -}
type Item = { name :: String, amount :: Int, cents :: Number }

data Basket a
  = Empty
  | Filled (Array a) Int

newtype Code = Code String

derive newtype instance eqCode :: Eq Code
derive instance Functor Basket

class Priced a where
  price :: a -> Number

instance pricedCode :: Priced Code where
  price (Code text)
    | text == "free" = 0.0
    | otherwise = 12.5e-1

infixr 5 join as <+>

foreign import data Clock :: Type
foreign import now :: Effect Int

join :: forall a. Basket a -> Basket a -> Basket a
join Empty other = other
join other Empty = other
join (Filled xs n) (Filled ys k) = Filled (xs <> ys) (n + k)

total ∷ ∀ f. Foldable f ⇒ f Item → Number
total = foldl (\acc item -> acc + item.cents) 0.0

lookup' :: String -> Map.Map String Item -> Maybe Item
lookup' key table = case Map.lookup key table of
  Just item | item.amount > 0xFF -> Nothing
            | true -> Just item { amount = 1_000 }
  Nothing -> Nothing

poem :: String
poem = """raw "text" with
two lines"""

isEven :: Int -> Boolean
isEven n = n `mod` 2 == 0

main :: Effect Unit
main = do
  start <- now
  let
    letter = 'x'
    items = [ { name: "tea\n", amount: 2, cents: 3.25 } ]
  if isEven start
    then log $ "total: " <> show (total items)
    else log "odd \x1F600"
  logShow (sum (filter isEven (1 : [ 2, 3 ])) :: Int)
  where
  unused = ?hole
import Data.Array (filter, (:
import Data.Cut (class Cut
kept :: Int -> Int
