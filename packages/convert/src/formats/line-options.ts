import type { MihomoProxy } from '../protocols/protocol.ts'

/** What the lines of Surge, Surfboard, Loon and Quantumult X have in common: parts, quotes and options. */

/** The parts of a line, at commas outside quotes. */
export function splitParts(text: string): string[] {
  const parts: string[] = []
  let start = 0
  let quote = ''
  let last = ''
  for (let at = 0; at <= text.length; at++) {
    const char = text[at]
    if (char !== undefined && char === quote) quote = ''
    else if (quote !== '' && char !== undefined) continue
    else if ((char === '"' || char === "'") && (last === '' || last === '=')) quote = char
    else if (char === ',' || char === undefined) {
      parts.push(text.slice(start, at).trim())
      start = at + 1
      last = ''
      continue
    }
    if (char !== ' ' && char !== undefined) last = char
  }
  return parts
}

/** A text without the quotes around it. */
export function unquoted(text: string): string {
  const first = text[0]
  return text.length > 1 && (first === '"' || first === "'") && text.at(-1) === first ? text.slice(1, -1) : text
}

/** The options of a line, and which of them were asked for. */
export class Options extends Map<string, string> {
  readonly asked = new Set<string>()

  override get(key: string): string | undefined {
    this.asked.add(key)
    return super.get(key)
  }
}

/** The options of a line from a part on: `key=value`. */
export function optionsOf(parts: readonly string[], start: number): Options {
  const options = new Options()
  for (const part of parts.slice(start)) {
    const equals = part.indexOf('=')
    if (equals > 0) options.set(part.slice(0, equals).trim().toLowerCase(), unquoted(part.slice(equals + 1).trim()))
  }
  return options
}

/** Puts REALITY into an entry, where the line has a key. */
export function setReality(entry: MihomoProxy, publicKey: string | undefined, shortId: string | undefined): void {
  if (publicKey) entry['reality-opts'] = { 'public-key': publicKey, 'short-id': shortId ?? '' }
}

/** Puts the obfs plugin into an entry, where the line names one. */
export function setObfs(
  entry: MihomoProxy,
  mode: string | undefined,
  host: string | undefined,
  path: string | undefined,
): void {
  if (mode === undefined || mode === '' || mode === 'none') return
  // Any other is one that clients have no plugin for: the node says so.
  if (mode !== 'http' && mode !== 'tls') {
    entry['plugin'] = mode
    return
  }
  entry['plugin'] = 'obfs'
  entry['plugin-opts'] = { mode, ...(host ? { host } : {}), ...(path ? { path } : {}) }
}

/** What a table has under a key of its own. */
export function ownValue(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
