#!/usr/bin/env ruby
# frozen_string_literal: true

require "json"
require_relative 'lib/shelf'

=begin
A block comment: nothing here is code.
  def not_code; end
=end

# Stores things. TODO: persist them
# @param name [String] how it is called
module Shop
  VERSION = "1.2.0".freeze
  DEFAULT_LIMIT = 1_000

  class Item < Struct.new(:name, :price)
    include Comparable
    extend Forwardable
    attr_reader :name, :tags
    attr_accessor :price
    def_delegators :@list, :size, :<<, :each
    alias old_name name
    alias_method :label, :name
    private_constant :DEFAULT_LIMIT

    @@count = 0
    $registry ||= {}

    class << self
      def build(*args, limit: 10, **options, &block) = new(*args, **options, &block)
    end

    def initialize(name, price = 0.0, *rest, key:, other: nil, **opts, &blk)
      super()
      @name, @price = name, price
      @@count += 1
      @tags = %w[red green #{blue}] + %i(a b c) + %W[x#{1 + 1} y]
    end

    def <=>(other) = price <=> other.price
    def [](index) = @tags[index]
    def []=(index, value); @tags[index] = value; end
    def ==(other); other.is_a?(Item) && name == other.name; end
    def +@ = self
    def !; false; end
    def valid? = !name.nil?
    def save! = raise(NotImplementedError, "later")
    def price=(value)
      @price = Float(value)
    end

    def self.count
      @@count
    end

    private

    def each_pair
      return to_enum(:each_pair) unless block_given?
      @tags.each_with_index { |tag, i| yield tag, i }
      @tags.map(&:to_s).select do |tag; local|
        next if tag.empty? or not tag
        redo if tag =~ /x/
        break unless defined?(local)
      end
    end
  end
end

numbers = [0, 1_000, 0xFF, 0b1010, 0o17, 017, 1.5, 1e10, 2.5e-3, 3r, 2i, 1.5ri, -4]
chars = [?a, ?\n, ?\C-a, ?あ]
puts "tab\t \x41 \u00e9 \u{1F600 41} \e[0m \101 \#{no} #{numbers.map { |n| "<#{n}>" }.join(", ")} #@name #$0 #@@count"
single = 'it''s \'raw\' \n \\ #{no}'
%q(single (nested) #{no}) + %Q{double {nested} #{yes}} + %(plain #{1}) + %[a [b]] + %<x <y>> + %|pipe| + %!bang!
symbols = [:a, :a?, :b!, :c=, :"quoted #{1}", :'single', :+, :[], :[]=, :<=>, :!, :A, %s(sym), :@iv, :@@cv, :$gv]
hash = { key: 1, "str": 2, :old => 3, if: 4, A: 5, 'x' => nil, "y" => { z: true }, shorthand:, **more }

text = <<~EOS + <<-'RAW'
  Hello #{name.upcase} \t tab
    #{"nested #{1 + 1}"}
EOS
  raw #{no} \t
  RAW
quoted = <<"DQ"
quoted #{yes}
DQ
sql = <<~SQL.strip
  SELECT id, name FROM items WHERE id = #{id} AND name LIKE 'a%';
SQL
call(<<~HTML, 1)
  <p class="x">#{text}</p>
HTML

case value
when 1, 2..5, 6... then :small
when Integer, ->(n) { n > 10 } then :large
when /^(?<year>\d{4})-(\d\d)(?=x)(?!y)[^a-z\]\-\d]+?\1\k<year>#{name}\/$/imx then $~[:year] + $1
else :none
end

result = case {name: "x", list: [1, [2, *rest]]}
         in {name: String => name, list: [Integer | Float => first, [_, *]]} if first > 0 then name
         in [Integer, ^first, {id: 1.., **nil}] | nil
           nil
         in Point(x:, y:) unless x == y
           x
         end
config => {db: {user:}}
puts "ok" if config in {db: _}

regex = %r{^/path/(?<id>\d+)#{x}$}i
match = text =~ /a\/b [[:alpha:]] \p{L} \h{2,3} (?:x|y) (?<!z) (?#comment) \A\z/x
quotient = total / count / 2
divided = foo /2
found = text.split(/,\s*/).grep(/x/) { |s| s / 2 }
verbose = /
  \d+   # digits
  \s*
/x

begin
  raise ArgumentError, "bad" if !x and (y or z)
rescue TypeError, ArgumentError => e
  warn e.message, uplevel: 1
  retry
ensure
  puts __FILE__, __LINE__, __method__, __dir__
end

for i in 0...10 do print i end
while true do break end
until done? do work end
loop { break }
i += 1 while i < 10
x = if a then b elsif c then d else e end
unless x&.empty? || y.nil? then puts(x) end
lambda { |a, (b, c), *d, e: 1, &f| a }.call(1)
double = ->(x, y = 2) do x * y end
double.(3); double[4]; double::call(5)
add = proc { _1 + it }
a, (b, *c), d = 1, [2, 3, 4], 5
a ||= b; a &&= c; a **= 2; a <<= 1; a = b ? c : d; a = b ?c : d; !~x; a <=> b; a === b; a !~ b; ~a ^ b | c & d
obj.class.new.method(:foo).unbind; Foo::Bar::BAZ; ::Top; Foo::bar; obj&.tap { p _1 }
catch(:done) { throw :done }
at_exit { p(`ls #{dir} \n`, %x(echo #{x})) }
undef_method :x; undef old_name; BEGIN { p 1 }; END { p 2 }
define_method(:foo) do |arg| arg end
puts [1, 2, 3].sum { |n| n ** 2 }, nil.to_a, self, true && false
%'a string at the start of a statement'
raw = %q!no \n but \! ends not!, %w|a\n b|
sums = pairs.map { _1 + _2 } & flags | ~mask; log << "x" << __method__; pick = a ? :b : __dir__
columns.each do |column|
  class_eval <<-CODE, __FILE__, __LINE__ + 1
    def #{column}; end
  CODE
end
find(<<~SQL_QUERY).first
  anything at all
SQL_QUERY
__END__
Everything here is data: "unclosed #{
