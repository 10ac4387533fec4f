#!/usr/bin/env julia
# A comment. TODO: tidy up
#= A block comment
   #= nested =# still =#
"""
    area(shape; scale=1)

Compute the area, see [`Shape`](@ref).

```julia
area(Square(2))
```
"""
module Geometry

using LinearAlgebra, Statistics: mean, std
import Base: show, +, ==
import ..Parent.Child as C
export Shape, area, @measure
public helper

abstract type Shape <: Any end
primitive type Byte8 <: Unsigned 8 end
struct Point{T<:Real} <: AbstractVector{T}
    x::T
    y::T
    Point{T}(x, y) where {T} = new{T}(x, y)
end
mutable struct Circle <: Shape
    const center::Point{Float64}
    radius::Union{Float64, Nothing}
end
const MAX_ITEMS = 1_000
global counter::Int = 0
const Alias{T} = Dict{Symbol, Vector{T}}

numbers = [0, 123, 0xFF, 0b1010, 0o17, 1_000, 1.5, .5, 1., 1e10, 2.5E-3, 1f0, 0x1p4, 3im, 2π, Inf, NaN, ℯ]
chars = ['a', '\n', '\u00e9', '\'', '∀', '\x41']
text = "double $name $(1 + length("nested $(x)")) ${no} \t \x41 \u{1F600} \U1F600 \$ \" \\"
multi = """
  Hello $name, $(join(["$i" for i in 1:3], ", ")) "quoted"
  """
raw = raw"C:\new\$x", r"^(?<year>\d{4})-[^a-z]+?\b$"imsx, b"bytes \xff", v"1.2.3", s"\1", big"123", html"<p>$x</p>", L"x^2"
regex = r"""
  \d+  # comment
"""x
cmd = `ls -l $dir $(joinpath("a", "b"))`
symbols = [:a, :+, :(x + 1), :if, Symbol("odd name"), :(:), quote x + $y end]

function area(c::Circle, scale::Real=1; verbose::Bool=false, kw...)::Float64
    verbose && @info "Computing" c.radius scale
    return π * c.radius^2 * scale
end
area(p::Point{T}) where {T<:Real} = zero(T)
(p::Point)(x) = p.x + x
Base.show(io::IO, p::Point) = print(io, "Point($(p.x), $(p.y))")
Base.:+(a::Point, b::Point) = Point(a.x + b.x, a.y + b.y)
f!(x, ys...) = push!(x, ys...)
square = x -> x^2; add = (a, b=2) -> a + b; anon = function (x) x + 1 end

macro measure(ex, args...)
    return quote
        local t = time()
        $(esc(ex))
        time() - t
    end
end
@measure sleep(1); @inbounds @simd for i in eachindex(x) x[i] += 1 end; Base.@time f(x); @test_throws ErrorException error("bad")

for i in 1:10, j = 1:2:5
    i % 2 == 0 && continue
    i ≥ 8 || break
end
for x ∈ xs, (k, v) in pairs(d) println(k => v) end
while !isempty(queue) && (a < b <= c) || a ≠ b; popfirst!(queue); end
if x === nothing || y !== missing elseif isa(x, Int) else end
try
    risky(args...)
catch err
    err isa BoundsError ? rethrow() : @warn "bad" exception=(err, catch_backtrace())
else
finally
    close(io)
end
let x = 1, y = 2; x + y end
begin x = [i^2 for i in 1:10 if isodd(i)]; y = Dict(k => v for (k, v) in z) end
result = map(xs) do x, y
    x |> sqrt |> abs
end
A = [1 2; 3 4]; B = A' * A \ b .+ 1; C = A[1, :]; D = A[end, begin]; x.field.nested[1].y; A.^2; sin.(x); x' ; 1:3:10
a += 1; a ÷= 2; a ⊻= b; a .*= 2; a <<= 1; a |= b; !a; ~a; a ? b : c; a <: B; a >: B; x::Int; T[]; a...; -a; √2; a // b; a => b; a ∪ b; a → b; x -> y; a .== b
println(stdout, "done"); error("bad"); typeof(x) == Vector{Union{Int, Missing}}; ccall(:clock, Int32, ()); nothing; true; false; missing; ARGS; ENV; VERSION; PROGRAM_FILE
where = 1; type = 2; abstract = 3; outer = 4; mutable = 5; @. x + y; var"odd name" = 1; @doc "x" f; begin end; do_it = 2; end_it = 3
end # module
ops = [:+, :(==), :<=, x ? :a : :b]; Base.:*(a, b) = 1; raw"C:\new \"q\" \d"; raw"""a "b" \n"""; f(:(a + b))
