#!lua
-- Moves work from the outbox to the dead, with its attempts.
local outbox, attempts, dead = unpack(KEYS)
local work = ARGV[1]

if redis.call('ZREM', outbox, work) == 1 then
  redis.call('HSET', dead, work, redis.call('HGET', attempts, work) or '0')
  redis.call('HDEL', attempts, work)
end
