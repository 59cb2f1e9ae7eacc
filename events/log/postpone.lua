#!lua
-- Sets the time of work that is still called for, and counts an attempt. Answers the attempts, 0 when it is done.
local outbox, attempts = unpack(KEYS)
local work, until_time = unpack(ARGV)

if not redis.call('ZSCORE', outbox, work) then return 0 end
redis.call('ZADD', outbox, until_time, work)
return redis.call('HINCRBY', attempts, work, 1)
