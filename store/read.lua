#!lua flags=no-writes
-- The entries after a number; where there are none, the tombstone too, in the same round trip.
local rows = redis.call('XRANGE', KEYS[1], '(' .. ARGV[1] .. '-0', '+', unpack(ARGV, 2))
if #rows > 0 then
  return {rows}
end
return {rows, redis.call('HMGET', KEYS[2], 'place', 'digest', 'seq')}
