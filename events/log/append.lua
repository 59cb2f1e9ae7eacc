#!lua
-- Writes a commit, all or nothing: every check comes before the first write.
-- Answers {'OK'}, {'REPLAY', receipt}, {'KEY_REUSED'}, {'GONE'}, {'DIVERGED'}, {'CONFLICT', version, missing records
-- or nil}, {'TOO_LONG'}. Bytes are compared and stored, never decoded.
local events, meta, receipt_key, lobby, outbox, attempts, dead = unpack(KEYS)
-- ARGV: these, then the number of records and (bytes, hash) of each, the number of works done and each, the number of
-- works called for and (due, work) of each
local game, channel, expected, expected_head, fingerprint, receipt, receipt_seconds, max_missing, limit,
  status, rules, rules_version, seed, created = unpack(ARGV, 1, 14)
local RECORDS = 15

local first = redis.call('GET', receipt_key)
if first then
  if string.sub(first, 1, #fingerprint) ~= fingerprint then return {'KEY_REUSED'} end
  return {'REPLAY', first}
end

expected = tonumber(expected)
local found = redis.call('HMGET', meta, 'v', 'h')
local exists = found[1]
local version, head = tonumber(found[1] or 0), found[2] or ''
if not exists and (expected > 0 or seed == '') then return {'GONE'} end
local head_then = ''
if expected == version then
  head_then = head
elseif expected > 0 and expected < version then
  local id = string.format('%d-0', expected)
  head_then = redis.call('XRANGE', events, id, id)[1][2][4]
end
if expected > version or head_then ~= expected_head then return {'DIVERGED'} end
if version > expected then
  if version - expected > tonumber(max_missing) then return {'CONFLICT', version, false} end
  return {'CONFLICT', version, redis.call('XRANGE', events, string.format('(%d-0', expected), '+')}
end

local count = tonumber(ARGV[RECORDS])
if version + count > tonumber(limit) then return {'TOO_LONG'} end

local at = RECORDS + 1
for number = version + 1, version + count do
  redis.call('XADD', events, string.format('%d-0', number), 'd', ARGV[at], 'h', ARGV[at + 1])
  head = ARGV[at + 1]
  at = at + 2
end
if not exists then
  redis.call('HSET', meta, 'r', rules, 'n', rules_version, 'seed', seed)
  if created ~= '' then redis.call('ZADD', lobby, created, game) end
end
if count > 0 then
  redis.call('HSET', meta, 'v', string.format('%d', version + count), 'h', head, 's', status)
end
redis.call('SET', receipt_key, receipt, 'EX', receipt_seconds)
for _ = 1, tonumber(ARGV[at]) do
  at = at + 1
  redis.call('ZREM', outbox, ARGV[at])
  redis.call('HDEL', attempts, ARGV[at])
  redis.call('HDEL', dead, ARGV[at])
end
at = at + 1
for _ = 1, tonumber(ARGV[at]) do
  redis.call('ZADD', outbox, ARGV[at + 1], ARGV[at + 2])
  at = at + 2
end
if count > 0 then redis.call('PUBLISH', channel, string.format('%d', version + count)) end
return {'OK'}
