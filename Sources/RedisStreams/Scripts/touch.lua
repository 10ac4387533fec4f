-- Notes that a stream is used, and keeps it for longer.
-- KEYS: meta, chunks, events, snapshot, owner
-- ARGV: keep ms, keep owner ms
local touched = redis.call('HGET', KEYS[1], 'touched')
if not touched then return 0 end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], 'used', now)
if now - tonumber(touched) > tonumber(ARGV[1]) / 8 then
  redis.call('HSET', KEYS[1], 'touched', now)
  for index = 1, 4 do redis.call('PEXPIRE', KEYS[index], ARGV[1]) end
  redis.call('PEXPIRE', KEYS[5], ARGV[2])
end
return 1
