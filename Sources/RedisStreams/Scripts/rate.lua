-- Takes requests from a client's bucket, which fills with a rate and holds what comes in a second.
-- KEYS: bucket
-- ARGV: requests a second, wanted requests
-- Returns the number of requests taken and the number that is left.
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local rate = tonumber(ARGV[1])
local bucket = redis.call('HMGET', KEYS[1], 'left', 'at')
local left = tonumber(bucket[1] or rate)
left = math.min(rate, left + math.max(0, now - tonumber(bucket[2] or now)) * rate / 1000)
local taken = math.min(tonumber(ARGV[2]), math.floor(left))
redis.call('HSET', KEYS[1], 'left', tostring(left - taken), 'at', string.format('%.3f', now))
redis.call('PEXPIRE', KEYS[1], 2000)
return { taken, math.floor(left - taken) }
