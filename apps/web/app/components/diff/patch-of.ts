import { diffLines } from './line-diff.ts'

const CONTEXT = 3
/** Longer texts have no diff that a person would read. */
const PATCH_MAX_BYTES = 1_000_000

/** The hunks of a unified diff, without a head; undefined where one of the two is no text, or too long a one. */
export function patchOf(before: Uint8Array, after: Uint8Array): string | undefined {
  const [a, b] = [linesOf(before), linesOf(after)]
  if (!a || !b) return undefined
  const differing = diffLines(a, b)
  const lines: string[] = []
  for (let at = 0; at < differing.length;) {
    const first = differing[at]!
    let last = first
    const parts: string[] = []
    const start = Math.max(0, first.fromA - CONTEXT)
    const startB = first.fromB - (first.fromA - start)
    let from = start
    // Hunks that are close have their lines between them once.
    do {
      last = differing[at++]!
      parts.push(...marked(' ', a.slice(from, last.fromA)), ...marked('-', a.slice(last.fromA, last.toA)))
      parts.push(...marked('+', b.slice(last.fromB, last.toB)))
      from = last.toA
    } while (at < differing.length && differing[at]!.fromA - last.toA <= 2 * CONTEXT)
    const end = Math.min(a.length, last.toA + CONTEXT)
    parts.push(...marked(' ', a.slice(from, end)))
    const endB = last.toB + (end - last.toA)
    lines.push(`@@ -${range(start, end)} +${range(startB, endB)} @@`, ...parts)
  }
  return lines.join('\n')
}

const marked = (sign: string, lines: readonly string[]) => lines.map((line) => sign + line)

/** From 1 on, and an empty range stands behind the line before it. */
const range = (from: number, to: number) => `${to > from ? from + 1 : from},${to - from}`

function linesOf(bytes: Uint8Array): string[] | undefined {
  if (bytes.length > PATCH_MAX_BYTES || bytes.includes(0)) return undefined
  const text = new TextDecoder().decode(bytes)
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}
