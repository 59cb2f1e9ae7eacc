#!lua
-- Keeps the new status of a job that is there, and ends its work when `final` is "1".
local jobs, outbox, attempts, dead = unpack(KEYS)
local work, id, job, job_seconds, final = unpack(ARGV)

if redis.call('HEXISTS', jobs, id) == 1 then
  redis.call('HSET', jobs, id, job)
  redis.call('EXPIRE', jobs, job_seconds)
end
if final == '1' then
  redis.call('ZREM', outbox, work)
  redis.call('HDEL', attempts, work)
  redis.call('HDEL', dead, work)
end
