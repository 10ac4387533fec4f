-- Lists streams whose lease is over.
-- KEYS: leases...
-- ARGV: greatest number of streams of each key
-- Returns their identifiers.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local expired = {}
for _, key in ipairs(KEYS) do
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', key, '-inf', now, 'LIMIT', 0, ARGV[1])) do
    expired[#expired + 1] = id
  end
end
return expired
