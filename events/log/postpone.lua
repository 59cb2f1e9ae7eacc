#!lua
-- Sets the time of work that is still called for, and counts an attempt, unless others did so since `seen` attempts.
-- Answers 1, or 0 when nothing happened.
local outbox, attempts = unpack(KEYS)
local work, until_time, seen = unpack(ARGV)

if not redis.call('ZSCORE', outbox, work) then return 0 end
if (redis.call('HGET', attempts, work) or '0') ~= seen then return 0 end
redis.call('ZADD', outbox, until_time, work)
redis.call('HINCRBY', attempts, work, 1)
return 1
