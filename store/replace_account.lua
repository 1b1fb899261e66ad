#!lua
-- Put a stand-in for an account in the seats of one table.
local seats, account, stand_in = KEYS[1], ARGV[1], ARGV[2]
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
return {'done'}
