# A comment. TODO: tidy up
require "json"
require "./lib/*"

module Shop
  VERSION = "1.0.0"
  alias Handler = Proc(Item, Int32) | Nil
  annotation Marked; end

  @[Marked(key: "value")]
  abstract class Base(T) < Reference
    include Comparable(Base)
    extend Forwardable
    getter name : String
    property? active : Bool = true
    class_getter count = 0
    @@total : Int32 = 0
    @tags = [] of String
    CONST = {one: 1, "two" => 2, :three => 3}

    def initialize(@name : String, *args, price = 0.0_f64, **options, &block : Int32 -> Nil)
      super()
      @price = price.as(Float64)
    end

    abstract def area : Float64

    def <=>(other : self) : Int32
      name <=> other.name
    end

    def valid? : Bool
      !name.empty? && @price >= 0 || false
    end

    def name=(value) forall T
      @name = value
    end

    def self.build(x : T) : self forall T
      new(x.to_s, price: 1.5)
    end

    protected def [](index) @tags[index] end
    private macro helper(name, *args)
      def {{name.id}}_helper
        {% for arg in args %}
          puts {{arg}}
        {% end %}
        {% if flag?(:debug) %} p 1 {% else %} p 2 {% end %}
      end
    end
  end

  struct Point
    property x : Int32, y : Int32 = 0
    def_equals_and_hash x, y
  end

  enum Color : UInt8
    Red
    Green = 2
  end

  @[Flags]
  enum Mode; Read; Write; end

  lib LibC
    type Handle = Void*
    fun puts(str : UInt8*) : Int32
    struct Stat
      size : Int64
    end
    union Value; i : Int32; f : Float32; end
    $errno : Int32
  end
end

numbers = [0, 1_000, 0xFF, 0b1010, 0o17, 1.5, 1e10, 2.5e-3_f32, 10_i64, 255u8, -3]
chars = ['a', '\n', '\u{1F600}', '\'']
text = "double #{name.upcase} #{"nested #{1 + 1}"} \t \x41 \u00e9 \u{1F600} \e[0m \#{no}"
quoted = %(parens (nested) #{x}) + %q(raw #{no}) + %Q[brackets] + %w(a b) + %i(a b) + %<x> + %|pipe|
symbols = [:a, :"quoted sym", :+, :[]=, :a?, :b!]
heredoc = <<-EOS
  Hello #{name} \t
  EOS
raw = <<-'RAW'
  raw #{no}
  RAW
command = `ls #{dir}` + %x(pwd)
regex = /^(?<year>\d{4})-[^a-z]+?\/#{name}$/imx; other = %r{/path/(\d+)}i
if text =~ /x+/ && !text.match(/y/) then $~[1]; $1? end

case value
when Int32, String then puts "type"
when .even? then puts "even"
when 1..5, 6...10 then nil
else raise ArgumentError.new("bad")
end
case {1, x}
in {Int32, y} then y
in Point then 1
end
begin
  risky!
rescue ex : IO::Error | Exception
  puts ex.message
else
  puts "fine"
ensure
  close
end
while true; break; end
until done?; next; end
loop do |i, (a, b)| break if i > 3 end
10.times { |i| puts i; yield i }
list.map(&.to_s).select { |s| s.size > 1 }.each_with_index do |s, i|
  puts "#{i}: #{s}"
end
unless x.nil? && y.is_a?(Int32) && z.responds_to?(:foo) then p! x end
x = y ? 1 : 2; a, b = b, a; a ||= 1; a &+= 2; a **= 3; a <<= 1; a //= 2; c = ->(n : Int32) { n + 1 }; d = ->foo(Int32)
ptr = pointerof(x); size = sizeof(Int32); type = typeof(x); out_value = uninitialized Int32; Foo::Bar.new; ::Top; self; nil; true; false
spawn { channel.send(1) }; select when v = channel.receive then v end; __FILE__; __LINE__; __DIR__; asm("nop"); with self yield; return x, y
puts "done", offsetof(Point, @x), instance_sizeof(Foo), obj.as?(String), {{ @type.name }}, abstract, of, do
