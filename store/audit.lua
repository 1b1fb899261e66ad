#!lua
-- Append one entry to a table's audit chain, and note in the partition's set whether it has disputes to decide.
local chain, open = KEYS[1], KEYS[2]
local table_id, seq, entry, pending = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4] == '1'

if redis.call('XLEN', chain) ~= seq - 1 then
  return {'conflict'}
end
redis.call('SCARD', open)

redis.call('XADD', chain, seq .. '-0', 'e', entry)
if pending then
  redis.call('SADD', open, table_id)
else
  redis.call('SREM', open, table_id)
end
return {'appended'}
