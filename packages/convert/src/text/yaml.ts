import { EVENT_ID, type Event, SCALAR_STYLE, YAMLException, getScalarValue } from 'js-yaml'
import { isYamlBlank } from './flow-lines.ts'
import { MAX_DEPTH } from './json.ts'
import { isRecord, type JsonObject } from './record.ts'
import { parseYamlEvents } from './yaml-events.ts'

/**
 * YAML as subscriptions carry it. The values are built from the parser's events here, because a node needs its line, and
 * a scalar its own spelling: `short-id: 2351e1`, `password: 0123`, `uuid: 1e5` are texts, and what reads as a number
 * somewhere arrives as a number only when its plain decimal spelling is what stands in the text.
 */

/** Values that aliases stand for, and the characters of their texts: each alias counts all that it would be written out as. */
const MAX_EXPANDED = 1_000_000

export interface YamlDocument {
  value: unknown
  /** For every list the places of its items; for a map near the top the one of its key. */
  places: Map<object, number[]>
}

export interface YamlIssue {
  code: 'bad-yaml' | 'yaml-aliases'
  /** Place in the text. */
  at: number
  /** In English, without anything that stands in the text. */
  reason: string
  /** Where the key stands that a map has twice. */
  first?: number
}

export interface YamlText {
  documents: YamlDocument[]
  issue?: YamlIssue
  /** The first list that was joined to another one of its key: a client would refuse the text. */
  joined?: YamlIssue
}

export interface YamlOptions {
  /** Default 5,000,000; a value that aliases share counts each time. */
  maxValues?: number
  /** Aliases of one document. Absent: as many as there are, if what they stand for is not too much. */
  maxAliases?: number
  /** Two configs in one text: of two lists at the top that have one key, both are taken. */
  joinsLists?: boolean
}

/** Every document of a text; `__proto__` is left out. A key twice in one map is a problem, as it is for mihomo. */
export function readYaml(text: string, options: YamlOptions = {}): YamlText {
  return readYamlEvents(text, options).read
}

/** The same with the events of the parser; absent where the text could not be parsed. */
export function readYamlEvents(
  text: string,
  { maxValues = 5_000_000, maxAliases = Infinity, joinsLists = false }: YamlOptions = {},
): { read: YamlText; events?: Event[] } {
  let events: Event[]
  try {
    events = parseYamlEvents(text)
  } catch (error) {
    if (!(error instanceof YAMLException))
      return { read: { documents: [], issue: { code: 'bad-yaml', at: 0, reason: 'unreadable' } } }
    // Behind a colon or a quote the parser's reasons repeat the text.
    const [reason = ''] = error.reason.split(/[:"<]/, 1)
    return {
      read: { documents: [], issue: { code: 'bad-yaml', at: error.mark?.position ?? 0, reason: reason.trim() } },
    }
  }
  return { read: new Builder(text, { maxValues, maxAliases, joinsLists }).build(events), events }
}

interface Frame {
  /** A list or a map; of the document itself whatever it holds. */
  value: unknown
  places: number[] | undefined
  key: string | undefined
  keyAt: number
  hasKey: boolean
  isMerge: boolean
  /** Whether a `<<` was read. */
  hasMerge: boolean
  /** Keys that came by a merge: the map may have them itself as well. */
  merged: Set<string> | undefined
  /** Number of the event that opened it. */
  event: number
  anchor: string | undefined
  /** Values inside, itself included. */
  size: number
  /** Characters of the texts inside. */
  length: number
  height: number
}

interface Anchored {
  value: unknown
  size: number
  length: number
  height: number
}

const MERGE_KEY = '<<'
const ABSENT = -1

class Builder {
  readonly #text: string
  readonly #limits: Required<YamlOptions>
  readonly #documents: YamlDocument[] = []
  readonly #stack: Frame[] = []
  #places = new Map<object, number[]>()
  #anchors = new Map<string, Anchored | undefined>()
  #aliases = 0
  #expanded = 0
  #values = 0
  #event = 0
  #joined: FixableIssue | undefined

  constructor(text: string, limits: Required<YamlOptions>) {
    this.#text = text
    this.#limits = limits
  }

  build(events: readonly Event[]): YamlText {
    for (const [index, event] of events.entries()) {
      this.#event = index
      const issue = this.#take(event)
      if (issue !== undefined) return { documents: this.#documents, issue: this.#issueOf(issue, events) }
    }
    if (this.#joined === undefined) return { documents: this.#documents }
    return { documents: this.#documents, joined: this.#issueOf(this.#joined, events) }
  }

  /** The first of two equal keys is looked for only now: hardly a text has any. */
  #issueOf({ at, code, reason, map }: FixableIssue, events: readonly Event[]): YamlIssue {
    return { at, code, reason, first: map === undefined ? undefined : this.#firstKey(events, map) }
  }

  /** Place of the first key of a map that is spelled like the one at hand. */
  #firstKey(events: readonly Event[], { event, key }: Pick<Frame, 'event' | 'key'>): number | undefined {
    let depth = 0
    let isKey = true
    for (let index = event + 1; index < events.length && depth >= 0; index++) {
      const inner = events[index]!
      if (inner.type === EVENT_ID.SEQUENCE || inner.type === EVENT_ID.MAPPING) {
        depth++
        continue
      }
      if (inner.type === EVENT_ID.POP) depth--
      if (depth > 0) continue
      if (isKey && inner.type === EVENT_ID.SCALAR && getScalarValue(this.#text, inner) === key) return placeOf(inner)
      // A key or a value is over.
      isKey = !isKey
    }
    return undefined
  }

  #take(event: Event): FixableIssue | undefined {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        this.#places = new Map()
        this.#anchors = new Map()
        this.#aliases = 0
        this.#open(undefined, undefined)
        return undefined
      case EVENT_ID.SEQUENCE:
      case EVENT_ID.MAPPING: {
        const anchor = event.anchorStart === ABSENT ? undefined : this.#text.slice(event.anchorStart, event.anchorEnd)
        // Until it is closed, an alias to it would be a circle.
        if (anchor !== undefined) this.#anchors.set(anchor, undefined)
        this.#noteItemPlace(event.start)
        this.#open(event.type === EVENT_ID.SEQUENCE ? [] : {}, anchor)
        return undefined
      }
      case EVENT_ID.SCALAR: {
        const at = placeOf(event)
        const raw = getScalarValue(this.#text, event)
        const tag = event.tagStart === ABSENT ? '' : this.#text.slice(event.tagStart, event.tagEnd)
        const isPlain = event.style === SCALAR_STYLE.PLAIN
        const value = isPlain && !isTextTag(tag) ? plainScalar(raw) : raw
        if (event.anchorStart !== ABSENT)
          this.#anchors.set(this.#text.slice(event.anchorStart, event.anchorEnd), {
            value,
            size: 1,
            length: raw.length,
            height: 0,
          })
        const top = this.#stack.at(-1)!
        if (isRecord(top.value) && !top.hasKey) {
          top.length += raw.length
          top.hasKey = true
          top.key = raw
          top.keyAt = at
          top.isMerge = isPlain && raw === MERGE_KEY && tag === ''
          return undefined
        }
        this.#noteItemPlace(at)
        return this.#put({ value, size: 1, length: raw.length, height: 0 }, at)
      }
      case EVENT_ID.ALIAS: {
        const anchored = this.#anchors.get(this.#text.slice(event.anchorStart, event.anchorEnd))
        const { maxAliases } = this.#limits
        if (++this.#aliases > maxAliases)
          return { code: 'yaml-aliases', at: event.anchorStart, reason: `more than ${maxAliases} aliases` }
        if (anchored === undefined) {
          const isCircle = this.#anchors.has(this.#text.slice(event.anchorStart, event.anchorEnd))
          return {
            code: isCircle ? 'yaml-aliases' : 'bad-yaml',
            at: event.anchorStart,
            reason: isCircle ? 'an alias inside its own anchor' : 'unidentified alias',
          }
        }
        this.#expanded += anchored.size + anchored.length
        if (this.#expanded > MAX_EXPANDED)
          return { code: 'yaml-aliases', at: event.anchorStart, reason: 'aliases stand for too much' }
        const top = this.#stack.at(-1)!
        if (isRecord(top.value) && !top.hasKey) {
          top.hasKey = true
          top.key = isRecord(anchored.value) || Array.isArray(anchored.value) ? undefined : String(anchored.value)
          top.keyAt = event.anchorStart
          return undefined
        }
        this.#noteItemPlace(event.anchorStart)
        return this.#put(anchored, event.anchorStart)
      }
      case EVENT_ID.POP:
        return this.#close()
      default:
        return undefined
    }
  }

  #open(value: unknown, anchor: string | undefined): void {
    const places: number[] | undefined = Array.isArray(value) ? [] : undefined
    if (Array.isArray(value) && places !== undefined) this.#places.set(value, places)
    this.#stack.push({
      value,
      places,
      key: undefined,
      keyAt: 0,
      hasKey: false,
      isMerge: false,
      hasMerge: false,
      merged: undefined,
      event: this.#event,
      anchor,
      size: 1,
      length: 0,
      height: 0,
    })
  }

  #close(): FixableIssue | undefined {
    const frame = this.#stack.pop()!
    if (this.#stack.length === 0) {
      this.#documents.push({ value: frame.value, places: this.#places })
      return undefined
    }
    const { value, size, length, height, anchor } = frame
    if (anchor !== undefined) this.#anchors.set(anchor, { value, size, length, height })
    const top = this.#stack.at(-1)!
    if (isRecord(top.value) && !top.hasKey) {
      // A list or map as a key has no meaning here: the pair is left out.
      top.hasKey = true
      top.key = undefined
      top.isMerge = false
      return undefined
    }
    return this.#put({ value, size, length, height: height + 1 }, ABSENT)
  }

  #noteItemPlace(at: number): void {
    const places = this.#stack.at(-1)!.places
    if (places !== undefined) places.push(at === ABSENT ? (places.at(-1) ?? 0) : this.#itemStart(at))
  }

  /** Back over blanks and line ends to the dash of the item, where there is one. */
  #itemStart(at: number): number {
    let start = at - 1
    while (start >= 0 && isYamlBlank(this.#text.charCodeAt(start))) start--
    return this.#text.charCodeAt(start) === DASH ? start : at
  }

  #put({ value, size, length, height }: Anchored, at: number): FixableIssue | undefined {
    this.#values += at === ABSENT ? 1 : size
    const top = this.#stack.at(-1)!
    top.size += size
    top.length += length
    if (height > top.height) top.height = height
    if (this.#values > this.#limits.maxValues || this.#stack.length + height > MAX_DEPTH + 1) {
      return { code: this.#aliases > 0 ? 'yaml-aliases' : 'bad-yaml', at: Math.max(at, 0), reason: 'too many values' }
    }
    if (Array.isArray(top.value)) top.value.push(value)
    else if (isRecord(top.value)) return this.#putPair(top, top.value, value)
    // The document itself.
    else top.value = value
    return undefined
  }

  #putPair(frame: Frame, map: JsonObject, value: unknown): FixableIssue | undefined {
    const { key } = frame
    frame.hasKey = false
    if (frame.isMerge) {
      frame.isMerge = false
      if (frame.hasMerge) return keyTwice(frame)
      frame.hasMerge = true
      this.#values += merge(frame, map, value)
      return undefined
    }
    if (key === undefined || key === '__proto__') return undefined
    if (Object.hasOwn(map, key) && frame.merged?.delete(key) !== true) {
      const before = this.#limits.joinsLists && this.#stack.length === 2 ? map[key] : undefined
      if (!Array.isArray(before) || !Array.isArray(value)) return keyTwice(frame)
      this.#joined ??= keyTwice(frame)
      for (const item of value) before.push(item)
      const places = this.#places.get(before)
      for (const place of this.#places.get(value) ?? []) places?.push(place)
      return undefined
    }
    if (this.#stack.length <= MAPS_WITH_PLACES && isRecord(value)) this.#places.set(value, [frame.keyAt])
    map[key] = value
    return undefined
  }
}

/** A problem, and the map that has a key twice. */
interface FixableIssue extends YamlIssue {
  map?: Pick<Frame, 'event' | 'key'>
}

function keyTwice({ keyAt, event, key }: Frame): FixableIssue {
  return { code: 'bad-yaml', at: keyAt, reason: 'duplicated mapping key', map: { event, key } }
}

function placeOf(event: Event & { type: typeof EVENT_ID.SCALAR }): number {
  return event.valueStart === ABSENT ? event.tagStart : event.valueStart
}

/** Maps this deep have their place told: proxy providers are entries. */
const MAPS_WITH_PLACES = 3

/** Adds the keys of a merge (`<<: *base`) that the map has not; gives their number. */
function merge(frame: Frame, map: JsonObject, source: unknown): number {
  let count = 0
  for (const from of Array.isArray(source) ? source : [source]) {
    if (!isRecord(from)) continue
    for (const key of Object.keys(from)) {
      count++
      if (Object.hasOwn(map, key)) continue
      map[key] = from[key]
      ;(frame.merged ??= new Set()).add(key)
    }
  }
  return count
}

const DASH = 0x2d

/** `!`, `!!str`, `!<str>`, `!<tag:yaml.org,2002:str>`. */
function isTextTag(tag: string): boolean {
  return tag === '!' || tag === '!!str' || tag === '!str' || tag.endsWith('str>') || tag.endsWith('!binary')
}

const PLAIN_NUMBER = /^-?\d{1,17}(?:\.\d{1,17})?$/

function plainScalar(raw: string): unknown {
  const first = raw.charCodeAt(0)
  if ((first >= 48 && first <= 57) || first === DASH) {
    if (!PLAIN_NUMBER.test(raw)) return raw
    const number = Number(raw)
    return String(number) === raw ? number : raw
  }
  switch (raw) {
    case 'true':
      return true
    case 'false':
      return false
    case 'null':
    case '~':
    case '':
      return null
    default:
      return raw
  }
}
