import { JsonLines } from './json-lines.ts'
import type { JsonObject } from './record.ts'

/** A document of JSON: the items of some of its lists stand one a line, everything else is indented. */
export function printJson(document: JsonObject, lineLists: readonly string[]): string {
  const parts: string[] = []
  for (const [key, value] of Object.entries(document)) {
    if (value === undefined) continue
    const isList = lineLists.includes(key) && Array.isArray(value) && value.length > 0
    const printed = isList ? printLines(value) : indent(JSON.stringify(value, null, 2))
    parts.push(`  ${JSON.stringify(key)}: ${printed}`)
  }
  return parts.length === 0 ? '{}\n' : `{\n${parts.join(',\n')}\n}\n`
}

function printLines(items: readonly unknown[]): string {
  const lines = new JsonLines()
  for (const item of items) lines.add(item)
  return lines.end().toString()
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ')
}
