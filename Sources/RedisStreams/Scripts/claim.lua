-- Takes the lease of a stream, if it is over. The new epoch refuses everything of the node that had it before.
-- KEYS: leases, meta
-- ARGV: id, node, lease ms
-- Returns the epoch, or 0.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ending = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not ending or tonumber(ending) > now then return 0 end
local state = redis.call('HGET', KEYS[2], 'state')
if not state or state == 'ended' then
  redis.call('ZREM', KEYS[1], ARGV[1])
  return 0
end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('HSET', KEYS[2], 'node', ARGV[2])
return redis.call('HINCRBY', KEYS[2], 'epoch', 1)
