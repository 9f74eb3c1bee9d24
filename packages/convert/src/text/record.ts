/** An object as JSON or YAML has it, of which nothing is known yet. */
export type JsonObject = Record<string, unknown>

/** An object of any kind but a list. */
export function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value when it is a record, else an empty one. */
export function recordOf(value: unknown): JsonObject {
  return isRecord(value) ? value : {}
}
