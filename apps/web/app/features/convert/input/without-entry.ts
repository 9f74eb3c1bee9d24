/**
 * A text without the entry that begins on a line: a list item of YAML or JSON with all its lines, a line of its own, or
 * one inside Base64. Undefined where no end of it can be told.
 */
export function withoutEntry(text: string, line: number, inner?: number): string | undefined {
  const lines = text.split('\n')
  const first = lines[line - 1]
  if (first === undefined) return undefined
  if (inner !== undefined) return withoutInner(lines, line - 1, inner)
  const dash = /^(\s*)-(?:\s|$)/.exec(first)
  if (dash) return lines.toSpliced(line - 1, endOfItem(lines, line, dash[1]!.length) - line + 1).join('\n')
  const at = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0) + first.search(/\S|$/)
  return text[at] === '{' ? withoutObject(text, at) : undefined
}

/** The entry as it is said in a line of Base64, which is written anew. */
function withoutInner(lines: readonly string[], index: number, inner: number): string | undefined {
  const body = decoded(lines[index]!)
  if (body === undefined || !isPossible(body, inner)) return undefined
  const rest =
    withoutEntry(body, inner) ??
    body
      .split('\n')
      .toSpliced(inner - 1, 1)
      .join('\n')
  return lines.with(index, encoded(rest)).join('\n')
}

function isPossible(body: string, line: number): boolean {
  return body.split('\n')[line - 1] !== undefined
}

/** The last line of a list item of YAML, from 1: what follows is not further in than its dash. */
function endOfItem(lines: readonly string[], from: number, indent: number): number {
  let end = from
  for (let line = from + 1; line <= lines.length; line++) {
    const text = lines[line - 1]!
    if (text.trim() === '') continue
    if (text.search(/\S/) <= indent) break
    end = line
  }
  return end
}

/** Without the object that begins here, and one of the commas beside it. */
function withoutObject(text: string, from: number): string | undefined {
  const end = endOfObject(text, from)
  if (end === undefined) return undefined
  const before = text.slice(0, from).trimEnd()
  const after = text.slice(end).trimStart()
  if (after.startsWith(',')) return text.slice(0, from) + after.slice(1).trimStart()
  const isLast = before.endsWith(',')
  return (isLast ? before.slice(0, -1) : text.slice(0, from)) + text.slice(end)
}

function endOfObject(text: string, from: number): number | undefined {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const letter = text[at]
    if (letter === '"') {
      at = endOfString(text, at)
    } else if (letter === '{' || letter === '[') {
      depth++
    } else if (letter === '}' || letter === ']') {
      depth--
      if (depth === 0) return at + 1
    }
  }
  return undefined
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return text.length
}

function decoded(line: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(line.trim().replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    )
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function encoded(text: string): string {
  let binary = ''
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte)
  return btoa(binary)
}
