#!/usr/bin/env lua
-- A line comment. TODO: tidy up
--[[ A block
comment ]]
--[==[ another ]] one ]==]
---@class Item: Base The thing on the shelf
---@field name string how it is called
---@field price? number
---@alias Handler fun(item: Item, ...: any): boolean, string?
---Makes one thing.
---@param name string its name
---@param price? number
---@return Item item, string|nil error
---@generic T
---@type table<string, Item[]>
local Item = {}
Item.__index = Item

local MAX <const>, file <close> = 1000, io.open("shelf.txt", 'r')
local numbers = { 0, 123, 0xFF, 0x1p4, 0xA.8p-2, 1.5, .5, 3., 1e10, 2.5E-3, 10LL, 12i }
local strings = { "tab\t \065 \x41 \u{1F600} \z
    next \" \\ end", 'it\'s', [[long
string \n]], [==[with ]] inside]==], "%s %5.2f" }

function Item.new(name, price, ...)
  local self = setmetatable({}, Item)
  self.name, self.price = name, price or 0
  return self, select('#', ...)
end

function Item:label()
  return ("%s costs %d"):format(self.name, self.price) .. "!"
end

local function add(a, b) return a + b - a * b / a % b ^ 2 // 3 end
local compare = function(a, b) return a == b or a ~= b and not (a < b) or a <= b or a > b or a >= b end
local bits = a & b | c ~ d << 2 >> 1, ~a, #strings
local t = { key = 1, ["quoted key"] = 2, [10] = 3; nested = { x = true, y = nil }, f = function() end, add }
t.key, t.nested.x, _G.x, t["a"] = 1, false, nil, t:method "call" { 1 }

if x then
  print "plain call"
elseif y ~= nil then
  error { code = 2 }
else
  goto continue
end

for i = 1, 10, 2 do
  if i % 2 == 0 then break end
end
for key, value in pairs(t) do print(key, value) end
for index, item in ipairs(t) do table.insert(t, item) end
while true do x = x + 1 end
repeat
  local line = io.read("*l")
until line == nil
::continue::

string.format("%q", s); math.floor(math.pi); os.time(); coroutine.yield(); require("module").setup({})
assert(type(x) == "number", tostring(x)); pcall(f); rawget(t, k); _VERSION; self; collectgarbage(); utf8.char(72)
local ok, err = xpcall(function() error("bad") end, debug.traceback)
print(("x"):rep(3), #t, ...)
return setmetatable({}, { __index = function(t, k) return rawget(t, k) end, __call = Item.new })
assert.are_same(1, x)
