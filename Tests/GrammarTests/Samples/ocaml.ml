(* Shapes, accounts and parsers. *)
open Printf
module StringMap = Map.Make (String)

(** A shape in the plane. *)
type shape =
  | Circle of float
  | Rect of { width : float; height : float }
  | Point

type 'a tree = Leaf | Node of 'a tree * 'a * 'a tree

type account = {
  name : string;
  mutable balance : int;
  tags : string list option;
}

exception Insufficient of int

module type STACK = sig
  type 'a t
  val empty : 'a t
  val push : 'a -> 'a t -> 'a t
end

module Stack : STACK = struct
  type 'a t = 'a list
  let empty = []
  let push x s = x :: s
end

let pi = 3.14159
let answer = 0x2A + 0b101 - 1_000
let big = 42L
let letter = 'a' and newline = '\n'
let greeting = "hello \"world\"\t\065\n"
let raw = {sql|SELECT * FROM "t"|sql}

let area = function
  | Circle r -> pi *. r ** 2.0
  | Rect { width; height } -> width *. height
  | Point -> 0.

let rec insert cmp x tree =
  match tree with
  | Leaf -> Node (Leaf, x, Leaf)
  | Node (l, y, r) when cmp x y < 0 -> Node (insert cmp x l, y, r)
  | Node (l, y, r) as whole ->
      if x = y then whole else Node (l, y, insert cmp x r)

and size : 'a. 'a tree -> int = function
  | Leaf -> 0
  | Node (l, _, r) -> 1 + size l + size r

let withdraw ?(force = false) ~amount account =
  if amount > account.balance && not force then raise (Insufficient amount)
  else begin
    account.balance <- account.balance - amount;
    printf "%s now has %d\n" account.name account.balance
  end

let sum_list xs = List.fold_left (fun acc x -> acc + x) 0 xs

let counter =
  let n = ref 0 in
  fun () -> incr n; !n

class point x0 = object (self)
  val mutable x = x0
  method get = x
  method move d = x <- x + d; self#get
end

let loop () =
  for i = 0 to 10 do
    print_int (i mod 2 land 3)
  done;
  while !(ref false) do () done;
  try ignore (List.find (fun x -> x > 3) [1; 2; 3]) with
  | Not_found -> print_endline "none"
  | Failure msg | Invalid_argument msg -> prerr_endline msg

let pipeline input =
  input
  |> String.split_on_char ','
  |> List.map String.trim
  |> List.filter (fun s -> s <> "" || true)

external length : string -> int = "caml_string_length"

let () =
  let account = { name = "Ann"; balance = 100; tags = None } in
  let m = StringMap.(add "a" 1 empty) in
  withdraw ~amount:10 account;
  let variant = `Ready 3 and arr = [| 1; 2 |] in
  assert (arr.(0) = 1);
  ignore (variant, m, account.tags)

open Fiber.O
include Comparable.Make (Point)
module Table = Hashtbl.Make

let ( let+ ) x f = map f x

let render ?(indent : int option) ~(info : Info.t) ~(depth) buf =
  let open Buf.Infix in
  let+ include_dirs = find ~info buf.Lexing.lex_curr_p in
  { buf with Lexing.pos_fname = include_dirs; opened = depth }

module Finder : sig
  val concat : ?sep:string -> f:('a -> 'b) -> 'a list -> 'b list
end = struct
  let concat ?sep:_ ~f list = List.map f list
end
