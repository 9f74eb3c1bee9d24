import { isRecord, type JsonObject } from '../text/record.ts'

/**
 * What the fields of a node may hold. Each protocol declares it once, and `nodeFrom` reads foreign objects by it. A kind
 * returns a plain copy and reports mistakes to the reading, with the path of the field.
 */
export interface AnyKind {
  /** The field may be absent. */
  readonly isOptional?: boolean
  /** What an absent field becomes, and the code that says so. */
  readonly absent?: { readonly value: unknown; readonly code?: 'no-tls' }
  readonly read: (value: unknown, path: string, reading: ObjectReading) => unknown
}

/** A kind of exactly the values of `T`. */
export interface Kind<T> extends AnyKind {
  /** Never called: it keeps the compiler from taking one kind for a wider one. */
  readonly of?: (value: T) => T
}

/** The kind of each key of an object. */
export type Shape<T> = { readonly [K in keyof T]-?: Kind<T[K]> }
export type AnyShape = Readonly<Record<string, AnyKind>>

/** Deeper values are no settings: they would end in a stack overflow while they are printed. */
const DEPTH_MAX = 32
const VALUES_MAX = 10_000

/** One object while it is read: its mistakes and its unknown keys. */
export class ObjectReading {
  readonly wrong: { code: 'missing-field' | 'bad-value'; field: string }[] = []
  readonly unknown: string[] = []
  readonly noted: { code: 'no-tls'; field: string }[] = []
  #values = 0
  #depth = 0

  bad(path: string): undefined {
    this.wrong.push({ code: 'bad-value', field: path })
  }

  /** Reads what stands in a value; an object that holds itself, or is far too large, is a bad value. */
  inside<T>(path: string, read: () => T): T | undefined {
    if (this.#depth >= DEPTH_MAX || this.#values >= VALUES_MAX) return this.bad(path)
    this.#values++
    this.#depth++
    const value = read()
    this.#depth--
    return value
  }

  /** The known keys of an object. */
  fields(value: object, shape: AnyShape, path: string): JsonObject {
    const found: JsonObject = {}
    for (const [key, kind] of Object.entries(shape)) {
      const place = `${path}${key}`
      const field: unknown = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
      if (field !== undefined && (field !== null || kind.absent?.value === null)) {
        found[key] = kind.read(field, place, this)
      } else if (kind.absent !== undefined) {
        found[key] = kind.absent.value
        if (kind.absent.code) this.noted.push({ code: kind.absent.code, field: place })
      } else if (kind.isOptional !== true) this.wrong.push({ code: 'missing-field', field: place })
    }
    for (const [key, one] of Object.entries(value))
      if (one !== undefined && !Object.hasOwn(shape, key)) this.unknown.push(`${path}${key}`)
    return found
  }
}

const kind = <T>(takes: (value: unknown) => boolean): Kind<T> => ({
  read: (value, path, reading) => (takes(value) ? value : reading.bad(path)),
})

export const text = kind<string>((value) => typeof value === 'string')
export const flag = kind<boolean>((value) => typeof value === 'boolean')
export const whole = kind<number>(Number.isSafeInteger)
export const number = kind<number>(Number.isFinite)

export const scalar = kind<string | number | boolean>(
  (value) => typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value),
)
export const textOrNumber = kind<string | number>((value) => typeof value === 'string' || Number.isFinite(value))

/** One of the given values. */
export function oneOf<const T extends string | number | boolean>(...values: readonly T[]): Kind<T> {
  return kind<T>((value) => values.some((one) => one === value))
}

/** A field that may be absent; `null` is absent too. */
export function optional<T>({ read }: Kind<T>): Kind<T | undefined> {
  return { isOptional: true, read }
}

/** `null` if there is none. With a code, an absent field is reported; a written `null` is not: it stands for a choice. */
export function nullable<T>({ read }: Kind<T>, code?: 'no-tls'): Kind<T | null> {
  return {
    absent: code === undefined ? { value: null } : { value: null, code },
    read: (value, path, reading) => (value === null ? null : read(value, path, reading)),
  }
}

/** A list of one kind. */
export function listOf<T>({ read }: Kind<T>): Kind<T[]> {
  return {
    read: (value, path, reading) => {
      if (!Array.isArray(value)) return reading.bad(path)
      return reading.inside(path, () =>
        Array.from(value, (one: unknown, index) => read(one, `${path}.${index}`, reading)),
      )
    },
  }
}

const isPair = (one: unknown) => Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string')

/** A list of pairs of a name and a text. */
export const pairs: Kind<[key: string, value: string][]> = {
  read: (value, path, reading) => {
    return Array.isArray(value) && value.every(isPair) ? value.map((pair: unknown[]) => [...pair]) : reading.bad(path)
  },
}

/** Any names, each with a value of one kind. */
export function mapOf<T>({ read }: Kind<T>): Kind<Record<string, T>> {
  return {
    read: (value, path, reading) => {
      if (!isRecord(value)) return reading.bad(path)
      return reading.inside(path, () => {
        const entries = Object.entries(value).filter(([key]) => key !== '__proto__')
        return Object.fromEntries(entries.map(([key, one]) => [key, read(one, `${path}.${key}`, reading)]))
      })
    },
  }
}

/** What JSON can say. */
const anything: Kind<unknown> = {
  read: (value, path, reading) => {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
    if (typeof value === 'number') return Number.isFinite(value) ? value : reading.bad(path)
    if (Array.isArray(value)) return listOf(anything).read(value, path, reading)
    return mapOf(anything).read(value, path, reading)
  },
}

/** A map whose values may be whatever JSON can say. */
export const json = mapOf(anything)

/** An object with known keys. */
export function object<T extends object>(shape: Shape<T>): Kind<T> {
  return objectOf(shape)
}

/** An object with the keys of a shape that only exists while the program runs. */
export function objectOf(shape: AnyShape): AnyKind {
  return {
    read: (value, path, reading) => {
      if (!isRecord(value)) return reading.bad(path)
      return reading.inside(path, () => reading.fields(value, shape, `${path}.`))
    },
  }
}

/** The members of a union whose key may have the value. */
type Having<T, K extends keyof T, V> = T extends unknown ? (V extends T[K] ? T : never) : never

/** One of several objects, told apart by a key. */
export function variant<T extends object>() {
  return <K extends keyof T & string>(
    key: K,
    shapes: { readonly [V in T[K] & string]: Shape<Omit<Having<T, K, V>, K>> },
  ): Kind<T> => {
    const byValue = new Map<unknown, AnyShape>(Object.entries(shapes))
    return {
      read: (value, path, reading) => {
        if (!isRecord(value)) return reading.bad(path)
        const tag = Object.hasOwn(value, key) ? value[key] : undefined
        const shape = byValue.get(tag)
        if (shape === undefined) return reading.bad(`${path}.${key}`)
        return reading.inside(path, () => reading.fields(value, { [key]: anything, ...shape }, `${path}.`))
      },
    }
  }
}
