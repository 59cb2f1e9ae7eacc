#!lua
-- Keeps the new status of a job that is there and whose work has not ended. Then its work goes on (`fate` is ""),
-- `ends`, or `dies`; what is dead may still end.
local jobs, outbox, attempts, dead = unpack(KEYS)
local work, id, job, job_seconds, fate = unpack(ARGV)

local called_for = redis.call('ZSCORE', outbox, work)
local may_end = fate ~= '' and redis.call('HEXISTS', dead, work) == 1
if not (called_for or may_end) then return end

if redis.call('HEXISTS', jobs, id) == 1 then
  redis.call('HSET', jobs, id, job)
  redis.call('EXPIRE', jobs, job_seconds)
end
if fate == 'ends' then
  redis.call('HDEL', dead, work)
elseif fate == 'dies' and called_for then
  redis.call('HSET', dead, work, redis.call('HGET', attempts, work) or '0')
end
if fate ~= '' then
  redis.call('ZREM', outbox, work)
  redis.call('HDEL', attempts, work)
end
