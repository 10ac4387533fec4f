-- Removes a stream. Its readers get one last event.
-- KEYS: meta, chunks, events, snapshot, owner, leases
-- ARGV: id, owner, the last event without its first line, ms for which readers can get it, keep owner ms
-- Returns {'deleted', client}, or why not.
local meta = redis.call('HMGET', KEYS[1], 'owner', 'state', 'event', 'client')
if not meta[1] then
  local owner = redis.call('GET', KEYS[5])
  if not owner then return { 'unknown' } end
  return { owner == ARGV[2] and 'gone' or 'forbidden' }
end
if meta[1] ~= ARGV[2] then return { 'forbidden' } end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[4])
redis.call('ZREM', KEYS[6], ARGV[1])
if meta[2] ~= 'ended' then
  local number = tonumber(meta[3]) + 1
  redis.call('XADD', KEYS[3], number .. '-0', 'frame', 'id: ' .. number .. '\n' .. ARGV[3], 'end', 'deleted')
end
redis.call('PEXPIRE', KEYS[3], ARGV[4])
redis.call('PEXPIRE', KEYS[5], ARGV[5])
return { 'deleted', meta[4] }
