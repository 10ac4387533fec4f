-- Appends a chunk, if the stream is open and the chunk is the next one.
-- KEYS: meta, chunks, events, snapshot, owner
-- ARGV: owner, number or '', text, quarters of tokens, token or '', repeat ('1' or ''),
--       greatest bytes, greatest bytes not rendered yet, greatest memory, keep ms, keep owner ms,
--       '1' if the client has no room for the text, or ''
-- Returns {what, chunks, bytes, client, milliseconds since the stream was created if the chunk was appended now}.
local meta = redis.call('HMGET', KEYS[1], 'owner', 'state', 'chunks', 'bytes', 'rendered', 'memory', 'touched',
  'created', 'client', 'quarters')
if not meta[1] then
  local owner = redis.call('GET', KEYS[5])
  if not owner then return { 'unknown' } end
  return { owner == ARGV[1] and 'gone' or 'forbidden' }
end
if meta[1] ~= ARGV[1] then return { 'forbidden' } end
local chunks, bytes = tonumber(meta[3]), tonumber(meta[4])
if ARGV[2] ~= '' and tonumber(ARGV[2]) <= chunks then return { 'duplicate', chunks, bytes, meta[9] } end
if ARGV[6] == '1' and ARGV[2] == '' then
  -- The reply to the first attempt was lost: it may have been executed.
  for _, entry in ipairs(redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 16)) do
    if entry[2][5] == 'token' and entry[2][6] == ARGV[5] then return { 'appended', chunks, bytes, meta[9] } end
  end
end
if meta[2] ~= 'open' then return { 'finished' } end
if ARGV[2] ~= '' and tonumber(ARGV[2]) ~= chunks + 1 then return { 'gap', chunks } end
if ARGV[12] == '1' then return { 'client-full' } end
local size = #ARGV[3]
if bytes + size > tonumber(ARGV[7]) then return { 'too-large' } end
local waiting = bytes - tonumber(meta[5])
if waiting > 0 and waiting + size > tonumber(ARGV[8]) then return { 'slow-down' } end
if tonumber(meta[6]) + size > tonumber(ARGV[9]) then return { 'too-much-memory' } end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
chunks, bytes = chunks + 1, bytes + size
local elapsed = now - tonumber(meta[8])
-- The first write, so that Redis without memory refuses the whole script.
if ARGV[2] == '' then
  redis.call('XADD', KEYS[2], chunks .. '-0', 'data', ARGV[3], 'elapsed', elapsed, 'token', ARGV[5])
else
  redis.call('XADD', KEYS[2], chunks .. '-0', 'data', ARGV[3], 'elapsed', elapsed)
end
redis.call('HSET', KEYS[1], 'chunks', chunks, 'bytes', bytes, 'elapsed', elapsed, 'used', now,
  'quarters', meta[10] + ARGV[4])
if chunks == 1 or now - tonumber(meta[7]) > tonumber(ARGV[10]) / 8 then
  redis.call('HSET', KEYS[1], 'touched', now)
  for index = 1, 4 do redis.call('PEXPIRE', KEYS[index], ARGV[10]) end
  redis.call('PEXPIRE', KEYS[5], ARGV[11])
end
return { 'appended', chunks, bytes, meta[9], elapsed }
