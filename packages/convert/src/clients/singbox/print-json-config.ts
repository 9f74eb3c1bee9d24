import { JsonLines } from '../../text/json-lines.ts'
import type { JsonObject } from '../../text/record.ts'

/** A sing-box document: outbounds and endpoints one a line, everything else indented. */
export function printJsonConfig(config: JsonObject): string {
  const parts: string[] = []
  for (const [key, value] of Object.entries(config)) {
    if (value === undefined) continue
    parts.push(
      `  ${JSON.stringify(key)}: ${isLineList(key, value) ? printJsonLines(value) : indent(JSON.stringify(value, null, 2))}`,
    )
  }
  return parts.length === 0 ? '{}\n' : `{\n${parts.join(',\n')}\n}\n`
}

function isLineList(key: string, value: unknown): value is readonly unknown[] {
  return (key === 'outbounds' || key === 'endpoints') && Array.isArray(value) && value.length > 0
}

function printJsonLines(items: readonly unknown[]): string {
  const lines = new JsonLines()
  for (const item of items) lines.add(item)
  return lines.end().toString()
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ')
}
