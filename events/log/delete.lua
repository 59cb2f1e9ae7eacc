#!lua flags=allow-oom
-- Removes a game and all that is derived from it, but its receipts. Answers 1, 0 when there was no game, or -1 when
-- the game has other replays by now than KEYS tells (and nothing was removed).
-- KEYS: these, and each replay
local events, meta, lobby, outbox, attempts, dead, jobs, replays = unpack(KEYS, 1, 8)
local game, channel = unpack(ARGV)

if redis.call('SCARD', replays) ~= #KEYS - 8 then return -1 end
local function of_game(work) return string.find(work, ':' .. game .. ':', 1, true) end
local version = redis.call('HGET', meta, 'v')

for _, work in ipairs(redis.call('ZRANGE', outbox, 0, -1)) do
  if of_game(work) then
    redis.call('ZREM', outbox, work)
    redis.call('HDEL', attempts, work)
  end
end
for _, work in ipairs(redis.call('HKEYS', dead)) do
  if of_game(work) then redis.call('HDEL', dead, work) end
end
redis.call('ZREM', lobby, game)
redis.call('UNLINK', events, meta, jobs, replays, unpack(KEYS, 9))
if not version then return 0 end
redis.call('PUBLISH', channel, string.format('%d', tonumber(version) + 1))
return 1
