import { parse } from 'smol-toml'
import { isRecord, type JsonObject } from './record.ts'

const MAX_DEPTH = 100

/** What a TOML text says; undefined for a text that is none. */
export function readToml(text: string): JsonObject | undefined {
  try {
    const value: unknown = parse(text, { maxDepth: MAX_DEPTH, integersAsBigInt: false })
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
