#!lua
-- Keeps a replay for a time, if its game is there.
local meta, replay, replays = unpack(KEYS)
local id, data, seconds = unpack(ARGV)

if redis.call('EXISTS', meta) == 1 then
  redis.call('SET', replay, data, 'EX', seconds)
  redis.call('SADD', replays, id)
  redis.call('EXPIRE', replays, seconds)
end
