import { randomUUID } from 'node:crypto'
import type { Patience, Places, WantedPlace } from '../limits.ts'
import { MemoryPlaces } from '../memory/places.ts'
import { ALIVE_MS, type RedisConnection } from './connection.ts'
import { Script } from './script.ts'

const ADMITTED = 'admitted'
/** A copy that was killed leaves its places without a word. */
const LOOK_MS = 500
/** Nobody holds a place for longer. */
const LIFE_MS = 3_600_000

/**
 * KEYS: who holds which places, who waits for which, and whose turn is next, as one text. ARGV: what is done, where the
 * beat of each copy stands, this copy, the channel of all copies, who asks, their person, and what they want.
 */
const STEP = new Script<0 | 1>(`
local done, alive, copy, channel, id, person, wanted = unpack(ARGV)
local state = cjson.decode(redis.call('GET', KEYS[1]) or '{"held":{},"waiting":[],"turns":[]}')
local held, waiting, turns = state.held, state.waiting, state.turns
redis.call('SET', alive .. copy, '', 'PX', ${ALIVE_MS})

local taken = {}
local function count(entry, by)
  for _, place in ipairs(entry.wanted) do taken[place.key] = (taken[place.key] or 0) + by * place.count end
end
local function fits(entry)
  for _, place in ipairs(entry.wanted) do
    if (taken[place.key] or 0) + place.count > place.most then return false end
  end
  return true
end
local function without(list, is_out)
  local rest = {}
  for _, each in ipairs(list) do if not is_out(each) then rest[#rest + 1] = each end end
  return rest
end
local function is_waiting(name)
  for _, entry in ipairs(waiting) do if entry.person == name then return true end end
  return false
end
local function stop_waiting(is_out)
  waiting = without(waiting, is_out)
  turns = without(turns, function(name) return not is_waiting(name) end)
end
local function take(entry)
  held[entry.id] = { copy = entry.copy, wanted = entry.wanted }
  count(entry, 1)
end

for _, entry in pairs(held) do count(entry, 1) end

if done ~= 'leave' then
  local known = {}
  local function is_gone(name)
    if known[name] == nil then known[name] = redis.call('EXISTS', alive .. name) == 0 end
    return known[name]
  end
  for each, entry in pairs(held) do
    if is_gone(entry.copy) then count(entry, -1) held[each] = nil end
  end
  stop_waiting(function(entry) return is_gone(entry.copy) end)
end

if done == 'leave' then
  if held[id] then count(held[id], -1) held[id] = nil end
  stop_waiting(function(entry) return entry.id == id end)
elseif not held[id] then
  local is_in = false
  for _, entry in ipairs(waiting) do is_in = is_in or entry.id == id end
  local entry = { id = id, copy = copy, person = person, wanted = cjson.decode(wanted) }
  if not is_in and fits(entry) then take(entry)
  elseif not is_in then
    if not is_waiting(person) then turns[#turns + 1] = person end
    waiting[#waiting + 1] = entry
  end
end

local function next_in_turn()
  for at, name in ipairs(turns) do
    for _, entry in ipairs(waiting) do
      if entry.person == name and fits(entry) then return at, entry end
    end
  end
end
local at, entry = next_in_turn()
while entry do
  take(entry)
  stop_waiting(function(each) return each.id == entry.id end)
  if is_waiting(entry.person) then
    table.remove(turns, at)
    turns[#turns + 1] = entry.person
  end
  redis.call('PUBLISH', channel, cjson.encode({ '${ADMITTED} ' .. entry.id, entry.copy, '' }))
  at, entry = next_in_turn()
end

redis.call('SET', KEYS[1], cjson.encode({ held = held, waiting = waiting, turns = turns }), 'PX', ${LIFE_MS})
return held[id] and 1 or 0`)

/** Places of all copies of the server. While the Redis is away each copy has as many as all of them have. */
export class RedisPlaces implements Places {
  readonly #connection: RedisConnection
  readonly #key: string
  readonly #alone = new MemoryPlaces()
  /** What is left here and still held there: the Redis was away. */
  readonly #unleft = new Set<string>()

  constructor(connection: RedisConnection, name: string) {
    this.#connection = connection
    this.#key = connection.names.of('places', name)
    connection.heard.on('back', () => {
      for (const id of this.#unleft) void this.#leave(id)
    })
  }

  async enter(wanted: readonly WantedPlace[], patience: Patience): Promise<(() => void) | undefined> {
    const { signal, waitMs } = patience
    signal.throwIfAborted()
    const end = performance.now() + waitMs
    const id = randomUUID()
    const isIn = await this.#waitFor(id, wanted, {
      ...patience,
      signal: AbortSignal.any([signal, AbortSignal.timeout(waitMs)]),
    })
    if (isIn === 'alone')
      return this.#alone.enter(wanted, { ...patience, waitMs: Math.max(0, end - performance.now()) })
    if (isIn && !signal.aborted) return () => void this.#leave(id)
    void this.#leave(id)
    signal.throwIfAborted()
    return undefined
  }

  /** False: the signal ended the wait. `alone`: the Redis is away. */
  async #waitFor(
    id: string,
    wanted: readonly WantedPlace[],
    { person, signal }: Pick<Patience, 'person' | 'signal'>,
  ): Promise<boolean | 'alone'> {
    const { names } = this.#connection
    const places = wanted.map(({ key, most, count = 1 }) => ({ key: names.hashed(key), most, count }))
    const done = new AbortController()
    try {
      while (!signal.aborted) {
        const told = this.#connection.whenTold(`${ADMITTED} ${id}`, LOOK_MS, AbortSignal.any([signal, done.signal]))
        const isIn = await this.#step('enter', id, names.hashed(person), JSON.stringify(places))
        if (isIn !== 0) return isIn === 'alone' ? isIn : true
        await told
      }
      return false
    } finally {
      done.abort()
    }
  }

  /** Leaves the places, or the wait for them. */
  async #leave(id: string): Promise<void> {
    this.#unleft.add(id)
    if ((await this.#step('leave', id)) !== 'alone') this.#unleft.delete(id)
  }

  #step(done: 'enter' | 'leave', id: string, person = '', places = '[]'): Promise<0 | 1 | 'alone'> {
    const { names, copy } = this.#connection
    const values = [done, names.alive(''), copy, names.channel, id, person, places]
    return this.#connection.ask<0 | 1 | 'alone'>(
      (redis) => STEP.run(redis, [this.#key], values),
      () => 'alone',
    )
  }
}
