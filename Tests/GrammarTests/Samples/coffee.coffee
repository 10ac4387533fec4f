#!/usr/bin/env coffee
# Orders, as a shop keeps them.
###
A block comment,
@since 1.2
###
import React, { memo as remember } from 'react'
fs = require 'fs'

square = (x) -> x * x
total = (items..., { tax = 0.2, shipping: [first] }, @rate = 1) =>
  sum = 0
  sum += item.price * (1 + tax) for item in items when item?.price > 0
  sum or= 1
  sum

class Order extends Shop.Document
  @count: 0
  @create: (args...) -> new Order args...
  limit: 1e3

  constructor: (@name, @items = [], options) ->
    super options
    @date = new Date()
    @on 'change', (event) => @save event.target

  add: (item) ->
    return unless item?
    @items.push item if item.price? and not item.sold
    this

  size: -> @items.length
  toString: -> "#{@name} (#{@size()} #{if @size() is 1 then 'item' else "items"})\n"

Order::total = -> total @items...

order = Order.create 'first', [{ price: 5 }], key: 'value', nested:
  deep: yes
  list: [1..3]
  fn: (a, b) -> a + b

switch order.size()
  when 0, 1 then console.log 'small'
  when null
    throw new Error "no size"
  else console.error "large: #{order.name}", order.items[0..2], order.items[1...-1]

try
  fs.readFile './orders.json', 'utf8', (error, data) ->
    throw error if error
    { orders, meta: { version } } = JSON.parse data
    [head, tail...] = orders
    console.log head?.name?.trim?() ? 'none'
catch error
  debugger
finally
  delete order.temp

cubes = (Math.pow n, 3 for n in [1..10] by 2)
pairs = for own key, value of order
  "#{key}: #{value}"
until done() then wait 0xFF, 0b11, 0o17, 5.5e-3
loop
  break if i++ > 10 or i isnt 3
  continue
alert "yes" unless no in [on, off, yes, undefined] or 'key' of order
typeof order is 'object' and order instanceof Order
result = if a == b != c then a // b %% c ** 2 else ~a & b | c ^ d << 2 >>> 1

heredoc = """
  A text with "quotes" and #{order.name.toUpperCase()}
"""
raw = '''
  No #{interpolation} here, it's \'raw\'
'''
pattern = /^[a-z_]\w+(?:\s|$)\/[^/]*?/gi
long = ///
  ^ \s* (\d{1,3})   # the number
  #{square} [a-f]+ $
///im
script = `var native = /x/.test("y");`
do -> setTimeout (-> order.add price: 1), 100
$('#list').on 'click', '.item', (e) -> $(e.target).toggleClass 'open'
gen = -> yield from [1, 2, 3]
run = -> await fetch url
