#!lua
-- Append one entry to a table, or say why not. Everything lies in one slot; all of it happens, or nothing.
-- A script that fails half way is not rolled back, so every check and every wrong type comes before the first write.
-- `accounts` is only there where a seat is taken.
local stream, keys, seats, text, tomb, feed, due, closed, accounts = unpack(KEYS)
local table_id, key, deadline, closes = ARGV[1], ARGV[5], ARGV[7], ARGV[12] == '1'
local seq, entry, openings, key_digest, data = tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[6], ARGV[8]
local seat, account, release = ARGV[9], ARGV[10], ARGV[11]

-- 1. A repeated key gets the first answer. Writing it again gives a following WAIT something to cover.
if key ~= '' then
  local first = redis.call('HGET', keys, key)
  if first then
    redis.call('HSET', keys, key, first)
    return {'repeated', first}
  end
end

-- 2. The entry must be the next one. Entries are never deleted, so the length is the last sequence number; were one
--    deleted all the same, XADD below would refuse the id before anything is written.
if redis.call('EXISTS', tomb) == 1 then
  return {'archived'}
end
local head = redis.call('XLEN', stream)
if seq ~= head + 1 then
  local after = string.format('(%d-0', seq - 1)
  return {'conflict', head, redis.call('XRANGE', stream, after, '+', 'COUNT', 64)}
end

-- 3. A seat is given once; who held one at this table takes no other.
if seat ~= '' then
  if redis.call('HEXISTS', seats, 'seat:' .. seat) == 1 then
    return {'denied', 'seat_taken'}
  end
  local held = redis.call('HGET', seats, 'held:' .. account)
  if held and held ~= seat then
    return {'denied', 'other_seat'}
  end
end

-- 4. A key of a wrong type fails here.
redis.call('XLEN', feed)
redis.call('ZCARD', due)
if release ~= '' then redis.call('HLEN', seats) end
if seat ~= '' then redis.call('ZCARD', accounts) end
if closes then redis.call('ZCARD', closed) end
if #ARGV > 12 then redis.call('HLEN', text) end

-- 5. The writes.
if data ~= '' then
  redis.call('XADD', stream, seq .. '-0', 'e', entry, 'o', openings, 'd', data)
else
  redis.call('XADD', stream, seq .. '-0', 'e', entry, 'o', openings)
end
if key ~= '' then
  redis.call('HSET', keys, key, seq .. ' ' .. key_digest)
end
for i = 13, #ARGV, 2 do
  redis.call('HSET', text, ARGV[i], ARGV[i + 1])
end
if release ~= '' then
  redis.call('HDEL', seats, 'seat:' .. release)
end
if seat ~= '' then
  redis.call('HSET', seats, 'seat:' .. seat, account, 'held:' .. account, seat)
  redis.call('ZADD', accounts, 0, account .. ' ' .. table_id)
end
if deadline ~= '' and not closes then
  redis.call('ZADD', due, deadline, table_id)
else
  redis.call('ZREM', due, table_id)
end
if closes then
  local now = redis.call('TIME')
  redis.call('ZADD', closed, string.format('%d', now[1] * 1000 + math.floor(now[2] / 1000)), table_id)
end
return {'appended', redis.call('XADD', feed, '*', 't', table_id, 's', seq)}
