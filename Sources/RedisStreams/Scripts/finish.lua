-- Ends the text of an open stream. The end is an entry of the chunks, behind the last one.
-- KEYS: meta, chunks, owner
-- ARGV: owner or '*' for the service itself, reason, refusal or '', keep ms
-- Returns 'finished', or why not.
local meta = redis.call('HMGET', KEYS[1], 'owner', 'state', 'chunks')
if not meta[1] then
  local owner = redis.call('GET', KEYS[3])
  if not owner then return 'unknown' end
  return owner == ARGV[1] and 'gone' or 'forbidden'
end
if ARGV[1] ~= '*' and meta[1] ~= ARGV[1] then return 'forbidden' end
if meta[2] ~= 'open' then return 'finished' end
redis.call('XADD', KEYS[2], meta[3] .. '-1', 'end', ARGV[2], 'refusal', ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
redis.call('HSET', KEYS[1], 'state', 'finishing', 'reason', ARGV[2], 'refusal', ARGV[3])
if ARGV[2] ~= 'idle' then
  local time = redis.call('TIME')
  redis.call('HSET', KEYS[1], 'used', time[1] * 1000 + math.floor(time[2] / 1000))
end
return 'finished'
