/** An object as JSON or YAML has it, of which nothing is known yet. */
export type JsonObject = Record<string, unknown>

/** An object of any kind but a list. */
export function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The records of a list; none where it is no list. */
export function recordsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** The value when it is a record, else an empty one. */
export function recordOf(value: unknown): JsonObject {
  return isRecord(value) ? value : {}
}

/** The keys of a constant table. */
export function keysOf<T extends object>(table: T): (keyof T & string)[] {
  // An object may hold more keys than its type says; our own tables do not.
  return Object.keys(table) as (keyof T & string)[]
}

/** Whether a table has a key of its own. */
export function hasKey<T extends object>(table: T, key: string): key is keyof T & string {
  return Object.hasOwn(table, key)
}
