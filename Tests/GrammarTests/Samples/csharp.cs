#!/usr/bin/env dotnet-script
// A library of books: what C# 13 can write, in one file.
#nullable enable
#region Usings
global using System;
using System.Collections.Generic;
using static System.Math;
using Names = System.Collections.Generic.List<string>;
using Point = (int X, int Y);
extern alias Legacy;
#endregion
#if DEBUG && !(NET8_0 || NETSTANDARD)
#define TRACE
#warning Debug build
#elif true
#pragma warning disable CS1591
#else
#error No build
#endif
#line 10 "books.cs"

[assembly: AssemblyVersion("1.0.*")]
namespace Library.Books;

/// <summary>
/// A book, see <see cref="IBook"/>.
/// </summary>
/// <param name="Title">The title.</param>
/// <remarks>With <c>code</c> and a &lt; sign.</remarks>
public record Book(string Title, decimal Price = 9.99m, params int[] Pages) : IBook, IComparable<Book>;
public readonly record struct Money(decimal Amount, string Currency);
public delegate TResult Visit<in T, out TResult>(T item, ref int count) where T : class, new();

[Flags, Serializable]
public enum Genre : byte { None = 0, Novel = 1 << 0, [Obsolete("old")] Poem = 0b10, All = 0xFF }

public interface IBook
{
    string Title { get; init; }
    event EventHandler<EventArgs>? Opened;
    static abstract IBook operator +(IBook left, IBook right);
    void Open(in int page = 1);
}

public abstract partial class Shelf<T>(ILogger logger, int size) : Base(size), IEnumerable<T> where T : notnull, IBook
{
    private const long Limit = 1_000_000L;
    protected internal static readonly double[] Ratios = { .5, 1.5e-3, 3d, 2f, 10UL };
    private volatile bool _open, _closed = false;
    public required string Name { get; set; } = "none";
    public int Count => _items.Count;
    public T this[int index] { get => _items[index]; private set { _items[index] = value; } }
    public unsafe fixed byte Buffer[16];

    static Shelf() { }
    ~Shelf() => Dispose(false);
    public Shelf(string name) : this(null!, 1) => Name = name ?? throw new ArgumentNullException(nameof(name));

    public static implicit operator string(Shelf<T> shelf) => shelf.Name;
    public static bool operator ==(Shelf<T>? a, Shelf<T>? b) => ReferenceEquals(a, b);
    public event Action Changed { add { } remove { } }

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public virtual async Task<IReadOnlyList<T>> FindAsync<TKey>([CallerMemberName] string? key = null, CancellationToken token = default)
        where TKey : struct, Enum
    {
        var query = from book in _items
                    where book.Price > 10 && book.Title is not null
                    join author in authors on book.Id equals author.Id into found
                    let upper = book.Title.ToUpper()
                    orderby book.Price descending, upper ascending
                    group book by book.Genre into g
                    select new { g.Key, Total = g.Sum(b => b.Price) };
        await foreach (var item in query.WithCancellation(token).ConfigureAwait(false))
        {
            if (item is { Total: > 5 and < 100, Key: Genre.Novel or Genre.Poem } match) yield return match;
            else continue;
        }
        string text = $"Name: {Name,-10} {Price:F2} {(Count > 0 ? $"nested {Count + 1}" : "none")} {{braces}}\t\u00e9";
        string path = @"C:\dir ""quoted""", mix = $@"{path}\{Name}", mix2 = @$"x{1}";
        string raw = """
            Raw "text" with \n
            """;
        string rawMix = $$"""{"name": {{Name}}, "n": {1}}""";
        ReadOnlySpan<byte> bytes = "utf8"u8; char c = '\x41', d = '\'', e = '\u0041';
        int[] all = [1, 2, .. others, ^1]; var slice = all[1..^1];
        object? result = (Count, text) switch
        {
            (0, _) => null,
            ( > 10, var t) when t.Length > 3 => t,
            [var first, .., int last] => first + last,
            { } other => other,
            _ => throw new InvalidOperationException($"bad {result!.GetType()}"),
        };
        try { checked { Count++; } unchecked { Count--; } lock (_lock) { _open = !_open; } }
        catch (IOException ex) when (ex.HResult == -1) { logger?.LogError(ex, "Failed {Name}", Name); throw; }
        finally { GC.Collect(); }
        using var stream = File.OpenRead(path);
        fixed (byte* p = bytes) { *p = 1; p->ToString(); int size = sizeof(int) + stackalloc int[3].Length; }
        switch (Count)
        {
            case 1: goto case 2;
            case 2 when _open: break;
            default: goto done;
        }
        do { Count -= 1; } while (Count > 0);
        for (int i = 0, n = all.Length; i < n; ++i) all[i] <<= 2;
        foreach (ref readonly var x in all.AsSpan()) { Console.WriteLine(x); }
        Func<int, int> square = static (int x) => x * x; Action a = async delegate { await Task.Yield(); };
        var (low, high) = (1, 2); (int X, string? Y) tuple = (1, "a"); _ = tuple.X;
        var copy = this with { Name = "copy" }; var type = typeof(Dictionary<,>); dynamic any = default(T)!;
        int? maybe = null; maybe ??= 5; bool same = maybe is int v && v as object == base.Equals(this);
        int Local(int x) => x >>> 1 | ~x ^ 3 % 2;
    done:
        return await Task.FromResult<IReadOnlyList<T>>(new List<T>(capacity: 4) { [0] = default! });
    }
}

file static class Extensions
{
    public static T? FirstOr<T>(this IEnumerable<T> items, Func<T, bool> test) => items.FirstOrDefault(test);
    [DllImport("user32.dll", CharSet = CharSet.Unicode)] private static extern int MessageBox(IntPtr h, string text);
}
static class Extensions2
{
    extension(string text) { public int Half => text.Length / 2; }
}
[Serializable]
unsafe struct Block { fixed byte head[16], tail[Size]; }
int[] numbers = [1, .. others, ..more.Rest], last = numbers[1..^1];
foreach (var (key, (left, _)) in pairs.Where(p => p.Key != "x")) { Print($"{{{key}}}"u8); }
var area = shape switch
{
    Circle c => c.Radius,
    Rect { Width: > 3 } r when r.Open => 2,
    Named.Square { Side: { } } => 3,
    _ => 0,
};
switch (point) { case (1, 2): goto default; default: break; }
Call(numbers, new[] { 1,
public class Fresh
{
    [Unfinished(
    public int Count;
}
public static class Rotation
{
    public static uint Turn(uint u, int by)
    {
        switch (by)
        {
            case 0: return u;
            case > 5 and < 9: case 'x': break;
            case { Length: > 2 } text: Use(text); break;
            case Bed { Depth: 1 } or Pot when u > 1: break;
            default: Use(u); break;
        }
        var label = u > 1 ?
            "many" :
            "one";
        return (u << by) | (u >> (32 - by));
    }
}
#:package Garden.Beds@1.2
#:property LangVersion=preview
