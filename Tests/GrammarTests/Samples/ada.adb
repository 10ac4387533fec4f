------------------------------
-- Orders and their totals --
------------------------------
with Ada.Text_IO; use Ada.Text_IO;
with Ada.Containers.Vectors;

package body Orders is

   type Size is (Small, Large);
   type Mark is
     ('+', '-', --  signs
      Plain)
   with Size => 8;
   function Half (X : Integer) return Integer is (X / 2)
     with Inline, Pre => X mod 2 = 0,
          Post => Half'Result * 2 = X;
   Ready : Boolean := True with Atomic, Volatile;
   type Price is delta 0.01 digits 10;
   subtype Index is Integer range 1 .. 16#FF#;
   type Point is tagged record
      X, Y : Float := 0.0;
   end record;
   type Names is array (Positive range <>) of Character;
   type Link is access all Point'Class;
   Limit : constant Integer := 1_000;
   Rate  : Float := 1.5E-3;
   Out_Of_Stock : exception;

   generic
      type Item is private;
      with function "<" (A, B : Item) return Boolean is <>;
   procedure Sort (Items : in out Names);

   task type Worker is
      entry Start (Number : in Integer);
   end Worker;

   protected body Counter is
      procedure Add (N : Natural) is
      begin
         Total := Total + N;
      end Add;
      entry Wait when Total > 0 is
      begin
         null;
      end Wait;
   end Counter;

   function Square (X : Integer) return Integer is (X * X);

   procedure Print (Item : in Point; Copies : Positive := 1) is
      Letter : Character := 'x';
      Text   : String := "a ""quoted"" text";
   begin
      for I in 1 .. Copies loop
         Put_Line ("Point" & Integer'Image (I));
      end loop;
      for J in reverse Index'First .. Index'Last loop
         exit when J mod 2 = 0;
      end loop;
      while Limit /= 3 and then not True loop
         Rate := abs Rate ** 2 - 1.0;
      end loop;
      if Item.X >= 1.0 or else Letter = ''' then
         raise Out_Of_Stock with "no points";
      elsif Copies in 2 | 3 then
         New_Line;
      else
         Put (Item => Limit, Width => 0);
      end if;
      case Copies is
         when 1 => Sort (Names);
         when 2 .. 5 => null;
         when others => return;
      end case;
      declare
         P : Link := new Point'(X => 1.0, Y => 2.0);
      begin
         Print (P.all);
         delay 0.5;
      end;
      select
         accept Start (Number : in Integer) do
            Put_Line ("started");
         end Start;
      or
         terminate;
      end select;
   exception
      when E : Constraint_Error =>
         Put_Line ("failed");
   end Print;

   pragma Inline (Square);
end Orders;
