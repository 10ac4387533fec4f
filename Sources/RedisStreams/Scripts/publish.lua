-- Appends events, if the node still has the lease and no event is missing or doubled.
-- KEYS: meta, events, snapshot, leases
-- ARGV: id, epoch, number of the first event, number of events, keep ms,
--       first event to keep or '', number of the snapshot or '', snapshot, number of fields, fields of meta..., events...
-- Returns 'published', or why not.
local meta = redis.call('HMGET', KEYS[1], 'epoch', 'event')
if not meta[1] then return 'gone' end
if meta[1] ~= ARGV[2] then return 'fenced' end
local first, count = tonumber(ARGV[3]), tonumber(ARGV[4])
local last = tonumber(meta[2])
-- The reply to the first attempt was lost.
if count > 0 and last == first + count - 1 then return 'published' end
if last ~= first - 1 then return 'fenced' end
local fields = tonumber(ARGV[9])
for index = 1, count do
  redis.call('XADD', KEYS[2], (last + index) .. '-0', 'frame', ARGV[9 + fields + index])
end
local set = { 'event', last + count }
if last == 0 and count > 0 then
  set[#set + 1] = 'first'
  set[#set + 1] = 1
  redis.call('PEXPIRE', KEYS[2], ARGV[5])
end
if ARGV[7] ~= '' then
  redis.call('HSET', KEYS[3], 'event', ARGV[7], 'frame', ARGV[8])
  redis.call('PEXPIRE', KEYS[3], ARGV[5])
end
if ARGV[6] ~= '' then
  redis.call('XTRIM', KEYS[2], 'MINID', ARGV[6] .. '-0')
  set[#set + 1] = 'first'
  set[#set + 1] = ARGV[6]
end
local ends = false
for index = 1, fields, 2 do
  set[#set + 1] = ARGV[9 + index]
  set[#set + 1] = ARGV[10 + index]
  ends = ends or (ARGV[9 + index] == 'state' and ARGV[10 + index] == 'ended')
end
redis.call('HSET', KEYS[1], unpack(set))
if ends then redis.call('ZREM', KEYS[4], ARGV[1]) end
return 'published'
