#!lua
-- Take one from a caller's allowance, or say how many ms until there is one again. An allowance of N is there at once;
-- what was taken comes back one by one, an interval apart (GCRA). The key holds the moment (ms) at which the allowance
-- is whole again, and goes away then: no key means a whole one.
local key, allowance, interval, now = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])

-- One clock for all who ask: the server's, unless the caller brings one.
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end

local function keep(whole)
  redis.call('SET', key, string.format('%.0f', whole), 'PX', string.format('%.0f', whole - now))
end

local latest = now + allowance * interval
local whole = math.max(tonumber(redis.call('GET', key) or now), now)

-- The clock was set back, or the limit made smaller: nothing is left, and it comes back from now on.
if whole > latest then
  whole = latest
  keep(whole)
end

-- A refusal takes nothing: it stays as near as it was.
local wait = whole + interval - latest
if wait > 0 then
  return wait
end
keep(whole + interval)
return 0
