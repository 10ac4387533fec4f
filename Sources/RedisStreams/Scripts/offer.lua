-- Ends a lease early, so that another node can take it at once. The epoch stays current until then.
-- KEYS: leases, meta
-- ARGV: id, epoch
-- Returns 1 if the lease is offered, or 0.
local meta = redis.call('HMGET', KEYS[2], 'epoch', 'state')
if meta[1] ~= ARGV[2] or meta[2] == 'ended' then return 0 end
redis.call('ZADD', KEYS[1], 'XX', 0, ARGV[1])
return 1
