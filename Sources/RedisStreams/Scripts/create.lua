-- Creates a stream, and gives its lease to the node that created it.
-- KEYS: meta, owner, leases
-- ARGV: id, owner, client, options, input, node, lease ms, keep ms, keep owner ms
-- Returns the time of creation in ms since 1970.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], 'owner', ARGV[2], 'client', ARGV[3], 'options', ARGV[4], 'input', ARGV[5],
  'created', now, 'used', now, 'touched', now, 'state', 'open', 'epoch', 1, 'node', ARGV[6],
  'chunks', 0, 'bytes', 0, 'quarters', 0, 'elapsed', 0,
  'first', 0, 'event', 0, 'update', 0, 'rendered', 0, 'memory', 0)
redis.call('PEXPIRE', KEYS[1], ARGV[8])
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[9])
redis.call('ZADD', KEYS[3], now + ARGV[7], ARGV[1])
return now
