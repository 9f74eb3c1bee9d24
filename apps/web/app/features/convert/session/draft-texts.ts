import { runInSlices, runNow } from '../../../components/node-grid/grid/slices.ts'

/** A longer text is stored as a file: the browser packs a string of megabytes while the page waits. */
const STRING_MAX = 256 * 1024

/** The browser takes 2 ms for so much, on a phone 10: a key that is typed meanwhile waits no longer. */
const PIECE = 128 * 1024
const HIGH_SURROGATE = /[\ud800-\udbff]/

let packed: ReadonlyMap<string, Blob> = new Map()

export function isLongText(text: string): boolean {
  return text.length > STRING_MAX
}

/** Packs the long texts in slices, so that they can be stored at once later. Other packed texts are forgotten. */
export async function packTexts(texts: readonly string[]): Promise<void> {
  const next = new Map<string, Blob>()
  for (const text of texts) {
    if (!isLongText(text) || next.has(text)) continue
    const blob = packed.get(text) ?? (await runInSlices(pack(text), new AbortController().signal))
    if (blob) next.set(text, blob)
  }
  packed = next
}

/** What is stored of a text. */
export function storedText(text: string): string | Blob {
  return isLongText(text) ? (packed.get(text) ?? runNow(pack(text))) : text
}

/** What was stored as a string again; fails where the browser cannot read its file any more. */
export async function readText(text: string | Blob): Promise<string> {
  return typeof text === 'string' ? text : text.text()
}

function* pack(text: string): Generator<undefined, Blob> {
  const pieces: Blob[] = []
  for (let at = 0; at < text.length;) {
    // A character of two halves stays whole.
    const end = at + PIECE + (HIGH_SURROGATE.test(text.charAt(at + PIECE - 1)) ? 1 : 0)
    pieces.push(new Blob([text.slice(at, end)]))
    at = end
    yield
  }
  return new Blob(pieces)
}
