unit Orders;

{$mode objfpc}{$H+}

interface

uses
  SysUtils, Classes, Generics.Collections;

const
  Limit = $FF;
  Rate: Double = 1.19;
  Small = 2.5e-3;
  Name = 'it''s an order';
  NewLine = #13#10;

type
  TSize = (szSmall, szLarge);
  TSizes = set of TSize;
  TNames = array[1..10] of string;

  EOutOfStock = class(Exception);

  IPriced = interface
    ['{8D8A5B3E-0C0B-4C3B-8B5B-1D3A0D7C2B11}']
    function Total: Currency;
  end;

  TPoint = packed record
    X, Y: Integer;
    case Boolean of
      True: (Flag: Byte);
      False: (Letter: Char);
  end;

  (* One line of an order *)
  TLine = class(TInterfacedObject, IPriced)
  private
    FName: string;
    FPrice: Currency;
    procedure SetName(const Value: string);
  protected
    class var Count: Integer;
  public
    constructor Create(const AName: string; APrice: Currency = 0);
    destructor Destroy; override;
    function Total: Currency; virtual;
    class function Compare(A, B: TLine): Integer; static;
    property Name: string read FName write SetName;
    property Price: Currency read FPrice;
  end;

  TLines = specialize TList<TLine>;

function Square(X: Integer): Integer; inline;

implementation

var
  Lines: TLines;
  P: ^Integer;

// The square of a number
function Square(X: Integer): Integer;
begin
  Result := X * X;
end;

constructor TLine.Create(const AName: string; APrice: Currency);
begin
  inherited Create;
  FName := AName;
  FPrice := APrice;
  Inc(Count);
end;

destructor TLine.Destroy;
begin
  Dec(Count);
  inherited Destroy;
end;

procedure TLine.SetName(const Value: string);
begin
  if (Value <> '') and not (Value = FName) then
    FName := Value
  else
    raise EOutOfStock.CreateFmt('bad name: %s', [Value]);
end;

function TLine.Total: Currency;
var
  I: Integer;
  Sum: Double;
begin
  Sum := 0;
  for I := 0 to 10 do
  begin
    if I mod 2 = 0 then Continue;
    Sum := Sum + I / 2;
  end;
  for I := 10 downto 1 do
    Sum := Sum - (I div 3) shl 1;
  while Sum > 100.5 do
    Sum := Sum - 1;
  repeat
    Sum := Sum + 1;
  until Sum >= 3;
  case I of
    0: Sum := 1;
    1..5, 7: Sum := 2;
  else
    Sum := 3;
  end;
  with Lines do
    Clear;
  try
    try
      New(P);
      P^ := $1F xor 2;
    except
      on E: Exception do
        WriteLn(E.Message);
    end;
  finally
    Dispose(P);
  end;
  Result := Sum * FPrice;
end;

class function TLine.Compare(A, B: TLine): Integer;
begin
  if A is TLine then
    Result := CompareText(A.Name, (B as TLine).Name)
  else
    Exit(-1);
end;

(*$H+*)
type
  TGrid<T> = class abstract(TObject)
  private // directive words as names
    FName, Index: string;
    property Text: string index 1_000 read FName write SetText stored False default 'x';
    procedure Paint(const Message: TMessage); message WM_PAINT;
    class operator Add(A, B: TGrid<T>): TGrid<T>;
  end;
  TDone = reference to procedure(Name: string);

procedure Load; external 'load.dll' name 'Load' delayed;

function TGrid<T>.Find(const Name: T): Integer;
begin
  Edit.Text := Memo.Name + E.Message;
  Index := Index + %1010_0001;
  Read(F, Index);
  Each(procedure begin Inc(Self.Count) end);
  Title := '''
    it's text
    ''';
  Broken := 'cut off
  Result := -1;
end;

initialization
  Lines := TLines.Create;

finalization
  Lines.Free;
end.
