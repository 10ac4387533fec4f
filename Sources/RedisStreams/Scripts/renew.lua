-- Extends leases that a node still has, and finds streams that nobody has used for a while.
-- KEYS: leases, meta...
-- ARGV: lease ms, idle ms, and id and epoch for each meta
-- Returns for each meta: 0 renewed, 1 renewed and idle, -1 lost.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local results = {}
for index = 2, #KEYS do
  local id, epoch = ARGV[2 * index - 1], ARGV[2 * index]
  local meta = redis.call('HMGET', KEYS[index], 'epoch', 'used')
  if meta[1] ~= epoch then
    results[index - 1] = -1
  else
    redis.call('ZADD', KEYS[1], now + ARGV[1], id)
    results[index - 1] = now - tonumber(meta[2]) > tonumber(ARGV[2]) and 1 or 0
  end
end
return results
