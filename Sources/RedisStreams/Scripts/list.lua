-- Lists the streams of an owner, the newest first.
-- KEYS: created, expiry
-- ARGV: offset, limit
-- Returns the number of all streams and the identifiers of the page.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local expired = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now, 'LIMIT', 0, 1000)
if #expired > 0 then
  redis.call('ZREM', KEYS[1], unpack(expired))
  redis.call('ZREM', KEYS[2], unpack(expired))
end
return { redis.call('ZCARD', KEYS[1]),
  redis.call('ZREVRANGE', KEYS[1], ARGV[1], ARGV[1] + ARGV[2] - 1) }
