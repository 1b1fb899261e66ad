#!lua
-- Take a finished table out of Redis, once its cold file is safe. What is left is a tombstone: without it, sequence
-- numbers could be used again. Seats and typed text stay here, where they can still be erased.
local stream, keys, tomb, due, closed = unpack(KEYS)
local table_id, seq, digest, place = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]

if redis.call('EXISTS', tomb) == 1 then
  return {'archived'}
end
if redis.call('XLEN', stream) ~= seq or not redis.call('ZSCORE', closed, table_id) then
  return {'changed'}
end
redis.call('ZCARD', due)

redis.call('HSET', tomb, 'seq', seq, 'digest', digest, 'place', place)
redis.call('UNLINK', stream, keys)
redis.call('ZREM', closed, table_id)
redis.call('ZREM', due, table_id)
return {'done'}
