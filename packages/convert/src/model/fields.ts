import type { NodeIssues } from './issue.ts'
import { isRecord, type JsonObject } from '../text/record.ts'

/**
 * One entry of a node list (a map of YAML or JSON), read field by field. Keys match without case and with `_` = `-`,
 * as mihomo does. Values are read leniently ("443" is a port, "true" is true): what is written later has the right
 * type. What nobody asked for is left in `rest()`.
 */
export class Fields {
  readonly #values = new Map<string, unknown>()
  readonly #spelling = new Map<string, string>()
  readonly #issues: NodeIssues
  readonly #path: string
  /** Sub-maps that were asked for, to know what is left inside them. */
  #inner: Map<string, Fields | Fields[]> | undefined

  constructor(entry: JsonObject, issues: NodeIssues, path = '') {
    this.#issues = issues
    this.#path = path
    for (const key of Object.keys(entry)) {
      const value = entry[key]
      if (value === null || value === undefined) continue
      const plain = plainKey(key)
      this.#values.set(plain, value)
      this.#spelling.set(plain, key)
    }
  }

  has(...keys: string[]): boolean {
    return keys.some((key) => this.#values.has(key))
  }

  /** The first of the keys that has a value, as text; numbers and booleans in their plain spelling. */
  str(...keys: string[]): string | undefined {
    for (const key of keys) {
      const value = this.#take(key)
      if (typeof value === 'string') return value
      if (typeof value === 'number' || typeof value === 'boolean') return String(value)
      if (value !== undefined) this.#wrong(key)
    }
    return undefined
  }

  /** Text that is not empty. */
  text(...keys: string[]): string | undefined {
    for (const key of keys) {
      const value = this.str(key)
      if (value !== undefined && value !== '') return value
    }
    return undefined
  }

  /** A whole number; a decimal string counts, anything else is reported and left out. */
  int(...keys: string[]): number | undefined {
    for (const key of keys) {
      const value = this.#take(key)
      if (value === undefined || value === '') continue
      const number = typeof value === 'number' ? value : typeof value === 'string' ? goNumber(value) : Number.NaN
      if (Number.isSafeInteger(number)) return number
      this.#wrong(key)
    }
    return undefined
  }

  /** true, 1, "true", "yes", "1" are true; false, 0, "", "false", "no" are false. */
  bool(...keys: string[]): boolean | undefined {
    for (const key of keys) {
      const value = this.#take(key)
      if (value === undefined) continue
      if (typeof value === 'boolean') return value
      if (typeof value === 'number') return value !== 0
      if (typeof value === 'string') return isYes(value)
      this.#wrong(key)
    }
    return undefined
  }

  /** A list of texts; a scalar counts as a list of its comma-separated parts. Empty lists are absent. */
  list(...keys: string[]): string[] | undefined {
    for (const key of keys) {
      const value = this.#take(key)
      if (value === undefined) continue
      if (isRecord(value)) {
        this.#wrong(key)
        continue
      }
      const items: unknown[] = Array.isArray(value) ? value : scalarText(value).split(',')
      if (items.some((item) => typeof item === 'object' && item !== null)) this.#wrong(key)
      const texts = items.map((item) => scalarText(item).trim()).filter((text) => text !== '')
      if (texts.length > 0) return texts
    }
    return undefined
  }

  /** A sub-map, to be read on with its own `rest()`. */
  map(...keys: string[]): Fields | undefined {
    for (const key of keys) {
      const value = this.#take(key)
      if (value === undefined) continue
      if (isRecord(value)) {
        const inner = new Fields(value, this.#issues, this.#path + key + '.')
        ;(this.#inner ??= new Map()).set(key, inner)
        return inner
      }
      this.#wrong(key)
    }
    return undefined
  }

  /** A list of sub-maps. */
  maps(...keys: string[]): Fields[] | undefined {
    for (const key of keys) {
      const value = this.#take(key)
      if (value === undefined) continue
      if (Array.isArray(value) && value.every(isRecord)) {
        const inner = value.map((item, index) => new Fields(item, this.#issues, `${this.#path}${key}[${index}].`))
        ;(this.#inner ??= new Map()).set(key, inner)
        return inner
      }
      this.#wrong(key)
    }
    return undefined
  }

  /** A map of texts (headers): a list counts with its first item. */
  texts(...keys: string[]): Record<string, string> | undefined {
    for (const key of keys) {
      const value = this.#take(key)
      if (value === undefined) continue
      if (!isRecord(value)) {
        this.#wrong(key)
        continue
      }
      const pairs: [string, string][] = []
      for (const [name, item] of Object.entries(value)) {
        const first = Array.isArray(item) ? item[0] : item
        if (Array.isArray(item) && item.length > 1) this.#issues.note('field-ignored', `${this.#path}${key}.${name}`)
        if (first !== null && first !== undefined && typeof first !== 'object') pairs.push([name, String(first)])
      }
      return Object.fromEntries(pairs)
    }
    return undefined
  }

  /** The value as it is, whatever its kind. */
  raw(...keys: string[]): unknown {
    for (const key of keys) {
      const value = this.#take(key)
      if (value !== undefined) return value
    }
    return undefined
  }

  /** What nobody asked for, in its own spelling; absent when nothing is left. */
  rest(): JsonObject | undefined {
    if (this.#values.size === 0) return undefined
    return Object.fromEntries([...this.#values].map(([key, value]) => [this.#spelling.get(key) ?? key, value]))
  }

  /** The same with what is left inside the sub-maps that were asked for. */
  deepRest(): JsonObject | undefined {
    const rest = this.rest() ?? {}
    for (const [key, inner] of this.#inner ?? []) {
      const left = Array.isArray(inner) ? inner.map((item) => item.deepRest() ?? {}) : inner.deepRest()
      if (left === undefined || (Array.isArray(left) && left.every((item) => Object.keys(item).length === 0))) continue
      rest[key] = left
    }
    return Object.keys(rest).length > 0 ? rest : undefined
  }

  /** Gives a value back: what was asked for it could not use it. */
  leave(key: string, value: unknown): void {
    if (value !== undefined && value !== null) this.#values.set(plainKey(key), value)
  }

  /** Forgets what is left: settings of something that is switched off say nothing. */
  forget(): void {
    this.#values.clear()
    this.#inner = undefined
  }

  #take(key: string): unknown {
    const value = this.#values.get(key)
    if (value !== undefined) this.#values.delete(key)
    return value
  }

  #wrong(key: string): void {
    this.#issues.note('bad-value', this.#path + key)
  }
}

/** `Skip_Cert_Verify` -> `skip-cert-verify`. */
export function plainKey(key: string): string {
  return key.toLowerCase().replaceAll('_', '-')
}

/** A scalar as text; '' for anything else. */
export function scalarText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** Spellings of true in links and configs; everything else is false. */
export function isYes(text: string): boolean {
  return text === '1' || text === 'true' || /^(?:true|yes|on)$/i.test(text)
}

/** A whole number, and "0x10" -> 16, as both clients read it. */
function goNumber(text: string): number {
  return /^0x[0-9a-f]{1,12}$/i.test(text) ? Number(text) : wholeNumber(text)
}

/** "443" -> 443; anything but an optional minus and digits is NaN. */
export function wholeNumber(text: string): number {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}
