-- Renews the count of a client's streams and of their bytes.
-- A stream that is no longer counted stays so: the report of another node may be older than the end of the stream.
-- KEYS: streams, bytes
-- ARGV: keep ms, and id and bytes of each stream, whose size only grows
-- Returns the bytes of all streams of the client.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local expired = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, 1000)
if #expired > 0 then
  redis.call('ZREM', KEYS[1], unpack(expired))
  redis.call('HDEL', KEYS[2], unpack(expired))
end
for index = 2, #ARGV, 2 do
  if redis.call('ZSCORE', KEYS[1], ARGV[index]) then
    redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[index])
    local known = tonumber(redis.call('HGET', KEYS[2], ARGV[index]) or 0)
    if tonumber(ARGV[index + 1]) > known then redis.call('HSET', KEYS[2], ARGV[index], ARGV[index + 1]) end
  end
end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[1])
local total = 0
for _, bytes in ipairs(redis.call('HVALS', KEYS[2])) do total = total + tonumber(bytes) end
return total
