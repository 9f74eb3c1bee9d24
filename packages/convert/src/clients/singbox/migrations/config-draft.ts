import { FreeNames } from '../../../text/free-names.ts'
import { isKeptRecord, keptRecordOf } from '../../../text/kept-scalar.ts'
import type { JsonObject } from '../../../text/record.ts'
import type { VersionRange } from '../rule-check/version-range.ts'

/**
 * What became of a setting: where it stands now, that it did nothing any more, that it had to be taken out, that it
 * stays in a config for a newer version alone, or that it says nothing.
 */
export type MigrationOutcome = { to: string } | { needs: string } | 'no-effect' | 'lost' | 'empty'

/** Passes on what became of a setting, by the place it had in the file. */
export type ReportChange = (place: string, outcome: MigrationOutcome) => void

/** A copy of a sing-box config that steps change in place. Every object of it knows the place that it had in the file. */
export class ConfigDraft {
  readonly config: JsonObject
  readonly range: VersionRange
  readonly #places = new WeakMap<object, string>()
  #hidden: ReadonlySet<string> = new Set()

  constructor(config: JsonObject, range: VersionRange) {
    this.config = keptRecordOf(this.#copy(config, ''))
    this.range = range
  }

  #copy(value: unknown, place: string): unknown {
    if (Array.isArray(value)) return value.map((item, index) => this.#copy(item, `${place}[${index}]`))
    if (!isKeptRecord(value)) return value
    const copy: JsonObject = Object.fromEntries(
      Object.entries(value)
        // To sing-box null is the same as nothing.
        .filter(([, item]) => item !== null)
        .map(([key, item]) => [key, this.#copy(item, place === '' ? key : `${place}.${key}`)]),
    )
    this.#places.set(copy, place)
    return copy
  }

  /** Where a setting of an object stood in the file. */
  placeOf(item: JsonObject, key?: string): string {
    const place = this.#places.get(item) ?? ''
    return [place, key].filter(Boolean).join('.')
  }

  /** An object that was made from another one has its place. */
  madeFrom(item: JsonObject, source: JsonObject): JsonObject {
    this.#places.set(item, this.placeOf(source))
    return item
  }

  /** The steps that follow do not see the items of lists that stood at these places: they stay as they are. */
  hide(places: ReadonlySet<string>): void {
    this.#hidden = places
  }

  #isSeen(item: JsonObject): boolean {
    return this.#hidden.size === 0 || !this.#hidden.has(this.placeOf(item))
  }

  /** The objects of a list, such as `dns.servers`. */
  records(part: string, list?: string): JsonObject[] {
    return this.all(part, list).filter((item) => this.#isSeen(item))
  }

  /** The same, hidden ones too. */
  all(part: string, list?: string): JsonObject[] {
    const value = list === undefined ? this.config[part] : keptRecordOf(this.config[part])[list]
    return Array.isArray(value) ? value.filter(isKeptRecord) : []
  }

  /** An object of the config, made where it is not there. */
  part(...keys: readonly string[]): JsonObject {
    let found = this.config
    for (const key of keys) {
      const inner = found[key]
      const next = isKeptRecord(inner) ? inner : {}
      found[key] = next
      found = next
    }
    return found
  }

  /** The same where it is there, else an empty object that is no part of the config. */
  look(...keys: readonly string[]): JsonObject {
    return keys.reduce((found, key) => keptRecordOf(found[key]), this.config)
  }

  /** Puts other objects in the place of each one of a list. */
  replaceEach(part: string, list: string, change: (item: JsonObject) => readonly JsonObject[]): void {
    const holder = this.look(part)
    const items = holder[list]
    if (Array.isArray(items))
      holder[list] = items.flatMap((item) => (isKeptRecord(item) && this.#isSeen(item) ? change(item) : [item]))
  }

  /** Adds an object to a list, at its end. */
  add(part: string | undefined, list: string, item: JsonObject): void {
    const holder = part === undefined ? this.config : this.part(part)
    const items: unknown = holder[list]
    if (Array.isArray(items)) items.push(item)
    else holder[list] = [item]
  }
}

/** The strings of a list, or the one that stands for a list. */
export function textsOf(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return items.filter((item) => typeof item === 'string')
}

/** A text that says something. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Gives tags that neither these objects have nor one that was given before. */
export function freeTags(items: readonly JsonObject[]): (wanted: string) => string {
  const taken = new Set(items.map(({ tag }) => tag))
  const names = new FreeNames('_', 1)
  return (wanted) => {
    const tag = names.of(wanted, (one) => taken.has(one))
    taken.add(tag)
    return tag
  }
}

/** The setting, which is no longer there; undefined where it was not. */
export function take(item: JsonObject, key: string): unknown {
  const value = item[key]
  delete item[key]
  return value ?? undefined
}

/** Writes the fields of an object anew, in this order. */
export function rewrite(item: JsonObject, fields: JsonObject): void {
  for (const key of Object.keys(item)) delete item[key]
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) item[key] = value
}

/** The rule, and the rules inside it. */
export function rulesIn(rule: JsonObject): JsonObject[] {
  const all: JsonObject[] = []
  const waiting = [rule]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    all.push(one)
    if (Array.isArray(one['rules'])) waiting.push(...one['rules'].filter(isKeptRecord))
  }
  return all
}
