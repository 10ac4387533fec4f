{-# LANGUAGE LambdaCase #-}
{-# LANGUAGE OverloadedStrings, ScopedTypeVariables #-}
{-# OPTIONS_GHC -Wall #-}

-- | A small library of shapes.
module Shop.Shapes
  ( Shape (..)
  , Config (Config, name)
  , area
  , (<+>)
  , module Data.Maybe
  ) where

import Control.Monad (forM_, unless, when)
import Data.Map.Strict (Map)
import qualified Data.Map.Strict as Map
import Data.Maybe hiding (fromJust)
import Prelude

infixl 6 <+>

{- A block comment
   {- nested -} goes on. -}
data Shape
  = Circle Double
  | Rect { width :: Double, height :: !Double }
  | Named String Shape
  deriving (Eq, Ord, Show)

newtype Parser a = Parser { runParser :: String -> Maybe (a, String) }
  deriving stock (Functor)

data Config = Config
  { name    :: String      -- ^ what it is called
  , retries :: Int
  , lookupTable :: Map String [Int]
  }

type Point = (Double, Double)

type family Elem c where
  Elem [e] = e

data Expr :: * -> * where
  IntE  :: Int -> Expr Int
  BoolE :: Bool -> Expr Bool

class (Eq a) => Container f a where
  empty :: f a
  insert :: a -> f a -> f a
  toList :: f a -> [a]
  toList _ = []

instance Semigroup Point' where
  Point' a <> Point' b = Point' (a + b)

newtype Point' = Point' Int

-- | Area of a shape.
area :: Shape -> Double
area (Circle r) = pi * r ^ 2
area (Rect w h) = w * h
area (Named _ s) = area s

(<+>) :: Num a => a -> a -> a
x <+> y = x + y

classify :: forall a. (Ord a, Num a) => a -> String
classify n
  | n < 0 = "negative"
  | n == 0, True = "zero"
  | otherwise = "positive\t\"yes\"\n"

sumAll, productAll :: [Int] -> Int
sumAll = foldr (+) 0
productAll xs = go xs 1
  where
    go [] acc = acc
    go (y : ys) acc = go ys $! acc * y

describe :: Maybe Int -> String
describe = \case
  Just n | even n -> "even " ++ show n
         | otherwise -> "odd"
  Nothing -> "none"

letters :: [Char]
letters = ['a' .. 'z'] ++ ['\n', '\'', '\x41']

numbers :: [Double]
numbers = [1, 2.5, 1e-3, 0xFF, 0o17, 0b101, 1_000]

main :: IO ()
main = do
  let shapes = [Circle 1.0, Rect { width = 2, height = 3 }]
      table = Map.fromList [("a", 1), ("b", 2 :: Int)]
  forM_ shapes $ \s -> do
    putStrLn ("area: " <> show (area s))
  line <- getLine
  if null line
    then putStrLn "empty"
    else mapM_ print . reverse $ words line
  unless (Map.null table) $
    print (5 `div` 2, 7 `mod` 3)
  case Map.lookup "a" table of
    Just v -> print v
    Nothing -> pure ()
  when (length shapes >= 2 && not False) $ return ()

newtype Age = Age Int deriving (Num) via Int
type role Parser nominal
foreign import ccall unsafe "math.h sin" c_sin :: Double -> Double

class Sized a where
  type Unit a :: Type
  size :: a -> Int
  default size :: Show a => a -> Int
  size = length . show

poem = """
  Two "lines" \n
  of text
  """
parsed = read @Int "5" + get #price item
data Cut = Cut { left :: Int, right :: (Maybe
kept :: Int -> [Bed
import Data.List (sort, nub
dig :: Bed -> Bed
