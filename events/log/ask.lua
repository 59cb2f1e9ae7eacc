#!lua
-- Keeps a job and calls for its work, once per command id. Answers like append.lua: OK, REPLAY, KEY_REUSED or GONE.
local meta, receipt_key, jobs, outbox = unpack(KEYS)
local fingerprint, receipt, receipt_seconds, work, id, job, job_seconds, due = unpack(ARGV)

local first = redis.call('GET', receipt_key)
if first then
  if string.sub(first, 1, #fingerprint) ~= fingerprint then return {'KEY_REUSED'} end
  return {'REPLAY', first}
end
if redis.call('EXISTS', meta) == 0 then return {'GONE'} end

redis.call('SET', receipt_key, receipt, 'EX', receipt_seconds)
redis.call('HSET', jobs, id, job)
redis.call('EXPIRE', jobs, job_seconds)
redis.call('ZADD', outbox, due, work)
return {'OK'}
