-- Takes the lease of a stream, if it is over. The new epoch refuses everything of the node that had it before.
-- A lease that its node offers is first reserved: its node renders until the node that asks has read the stream and asks again.
-- KEYS: leases, meta
-- ARGV: id, node, lease ms
-- Returns the epoch, 0 if another node has the lease, or -1 if the lease was reserved.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ending = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not ending then return 0 end
local meta = redis.call('HMGET', KEYS[2], 'state', 'successor')
if not meta[1] or meta[1] == 'ended' then
  redis.call('ZREM', KEYS[1], ARGV[1])
  return 0
end
ending = tonumber(ending)
if ending > now and meta[2] ~= ARGV[2] then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
if ending == 0 then
  redis.call('HSET', KEYS[2], 'successor', ARGV[2])
  return -1
end
redis.call('HSET', KEYS[2], 'node', ARGV[2], 'successor', '')
return redis.call('HINCRBY', KEYS[2], 'epoch', 1)
