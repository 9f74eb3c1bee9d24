// A page loads the model at once, and the engine later: so these are not the engine's.
import type { JsonObject } from '@switchyard/convert'

export type { JsonObject }

/** An object of any kind but a list. */
export function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The keys of a constant table. */
export function keysOf<T extends object>(table: T): (keyof T & string)[] {
  // An object may hold more keys than its type says; our own tables do not.
  return Object.keys(table) as (keyof T & string)[]
}

/** The value when it is a record, else an empty one. */
export function recordOf(value: unknown): JsonObject {
  return isRecord(value) ? value : {}
}
