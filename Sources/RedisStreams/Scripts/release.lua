-- Ends a lease early, so that another node can take it at once.
-- KEYS: leases, meta
-- ARGV: id, epoch
if redis.call('HGET', KEYS[2], 'epoch') ~= ARGV[2] then return 0 end
return redis.call('ZADD', KEYS[1], 'XX', 'CH', 0, ARGV[1])
