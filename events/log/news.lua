#!lua flags=no-writes
-- What is new in a game since a version with a head hash. Answers nil where there is no game, else {version, head,
-- missing records, or nil when they are too many or the log is another history, receipt or nil}.
-- KEYS: these; the last one only if it is asked about
local events, meta, receipt_key = unpack(KEYS)
local since, since_head, max_missing = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3])

local found = redis.call('HMGET', meta, 'v', 'h')
if not found[1] then return false end
local version, head = tonumber(found[1]), found[2]
local receipt = receipt_key and redis.call('GET', receipt_key)

local head_then = ''
if since == version then
  head_then = head
elseif since > 0 and since < version then
  local id = string.format('%d-0', since)
  head_then = redis.call('XRANGE', events, id, id)[1][2][4]
end
local missing = false
if since <= version and head_then == since_head and version - since <= max_missing then
  missing = {}
  if since < version then missing = redis.call('XRANGE', events, string.format('(%d-0', since), '+') end
end
return {version, head, missing, receipt or false}
