// A page loads the model at once, and the engine later: so this one is not the engine's.
/** An object of any kind but a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
