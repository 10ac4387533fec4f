#!/usr/bin/env rdmd
/**
 * A small parser: what D 2 can write, in one file.
 *
 * Params:
 *      text = what to parse
 * Returns: the tokens
 * Authors: Someone
 */
module example.parser;

import std.stdio : writeln, writefln;
import std.algorithm, std.range;
import io = std.file;
public import core.stdc.string;
static import std.conv;

/* Block comment */ /+ nesting /+ inner +/ comment +/
/// A line of documentation.
/++ Documentation too. +/

version (linux) { enum os = "linux"; }
else version (Windows) { enum os = "windows"; }
else static assert(0, "unsupported");
debug (verbose) import std.datetime;
pragma(inline, true);
pragma(msg, "compiling " ~ __MODULE__ ~ __FILE__, __LINE__);

alias Callback = void delegate(int, string) @safe nothrow;
alias int Number;
enum Color : ubyte { red = 1, green = red << 1, blue }
enum size_t limit = 1_000_000;
enum name_t greeting = "hello";
enum uint
    first = 0x01,
    second = first << 1;
immutable string[] names = ["one", `two\n`, r"three\t", q"(four (nested))", q{int five;}, x"0A 1b", "six"w, "seven"d];
const char[] escapes = "tab\t quote\" hex\x41 unicode\u00e9\U0001F600 octal\101 entity\&amp;";
__gshared int shared_;
shared static long counter = 0xFF_FFL, binary = 0b1010, octal = 0o17;
double[] ratios = [1.5, .5f, 3e-7, 0x1.8p3, 10.0L, 2.5i];
char letter = 'a', newline = '\n', quote = '\'';

auto text = q"EOS
heredoc "text"
EOS";

interface Shape { double area() const @property; }
abstract class Base : Shape
{
    protected int x_;
    private static immutable int y = 3;
    invariant { assert(x_ >= 0); }
    this(int x) { this.x_ = x; }
    ~this() {}
    static this() { counter = 1; }
    shared static ~this() {}
    override string toString() const pure nothrow @nogc { return "base"; }
    final @property int x() const { return x_; }
    abstract void draw(scope ref const(int)[] points, lazy string message, out int count, in char c);
    alias x this;
    unittest { assert(new Circle(2).area > 12); }
}

final class Circle : Base, Comparable!Circle
{
    this(double r) { super(cast(int) r); radius = r; }
    double radius = 1.0;
    deprecated("use area") double oldArea() { return 0; }
    double area() const @property { return 3.14 * radius ^^ 2; }
    int opCmp(ref const Circle other) const { return radius < other.radius ? -1 : radius > other.radius; }
    mixin Signal!(int);
}

struct Vector(T, size_t n = 3) if (isNumeric!T)
{
    T[n] data;
    ref T opIndex(size_t i) return { return data[i]; }
    Vector opBinary(string op)(Vector rhs) { mixin("return data[0] " ~ op ~ " rhs.data[0];"); }
    union { int i; float f; }
    align(4) ubyte flags = 3;
}

template Max(T...) { static if (T.length == 1) alias Max = T[0]; else alias Max = Max!(T[1 .. $]); }
mixin template Counter() { int count; }
extern (C) int printf(const char* format, ...);

T twice(T)(T value) if (is(T : long)) in (value > 0) out (r; r > value) { return cast(T)(value * 2); }

int divide(int a, int b)
in { assert(b != 0); }
out (result) { assert(result <= a); }
do { return a / b; }

@safe pure int find(string[] args...)
{
    int[string] index = ["a": 1, "b": 2];
    foreach (i, ref const name; args[1 .. $]) {
        if (name !in index && !name.empty || name is null) continue;
        index[name] += cast(int) i;
    }
    foreach_reverse (n; 0 .. 10) { if (n % 2 == 0) break; }
    outer: for (int i = 0; i < 10; ++i) { while (true) { break outer; } }
    do { counter--; } while (counter > 0);
    final switch (Color.red) { case Color.red: .. case Color.blue: goto default; default: break; }
    switch (index.length) { case 1, 2: goto case 3; case 3: break; default: assert(0); }
    try { throw new Exception("bad"); }
    catch (Exception e) { writeln(e.msg); }
    finally { scope (exit) writeln("done"); }
    scope (failure) counter = 0; scope (success) {}
    with (index) { writeln(length); }
    synchronized (this) { counter >>>= 1; }
    auto f = (int a, int b) => a ~ b; auto g = delegate int(int x) { return x; }; auto h = function(int x) => x + 1;
    auto squares = iota(10).map!(a => a * a).filter!"a % 2 == 0".array;
    asm { mov EAX, 1; }
    static foreach (m; __traits(allMembers, Circle)) { pragma(msg, m); }
    writefln("%s has %d of %5.2f", typeid(squares), squares.length, ratios[$ - 1]);
    immutable void* p = null; wchar w; dchar d; real r; creal c; ulong u; cent big;
    delete p; int* q = &counter, s = *q; bool ok = !(a !is b) && __ctfe; typeof(return) result;
    return cast(int) (1 <<  2 | 3 & ~4 ^ 5 >> 1) ;
}

void main(string[] args) { writeln(find(args)); mixin Counter; }
__EOF__
not code any more
