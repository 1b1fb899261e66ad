#!lua
-- Put a stand-in for an account in the seats of one table, and tell every process to forget what it holds of the
-- table: a pointer with the number 0. From then on the table is none of those that name the account.
local seats, feed, accounts = KEYS[1], KEYS[2], KEYS[3]
local account, stand_in, table_id = ARGV[1], ARGV[2], ARGV[3]
redis.call('XLEN', feed)
redis.call('ZCARD', accounts)
local flat = redis.call('HGETALL', seats)
for i = 1, #flat, 2 do
  local name, value = flat[i], flat[i + 1]
  local about = string.match(name, '^(%a+:)')
  if about == 'seat:' and value == account then
    redis.call('HSET', seats, name, stand_in)
  elseif about ~= 'seat:' and name == about .. account then
    redis.call('HDEL', seats, name)
    redis.call('HSET', seats, about .. stand_in, value)
  end
end
redis.call('ZREM', accounts, account .. ' ' .. table_id)
redis.call('XADD', feed, '*', 't', table_id, 's', 0)
return {'done'}
