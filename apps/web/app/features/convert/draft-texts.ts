import { runInSlices, runNow } from '../../lib/slices.ts'
import type { InputSource, Model } from './model.ts'

/** A longer text is stored as a file: the browser packs a string of megabytes while the page waits. */
const STRING_MAX = 256 * 1024

type StoredSource = Omit<InputSource, 'text'> & { text: string | Blob }

const PIECE = 512 * 1024
const HIGH_SURROGATE = /[\ud800-\udbff]/

interface Packed {
  text: string
  blob: Blob
}

let packed: readonly Packed[] = []

/** Packs the long texts of the model while the page goes on, so that they can be stored at once. */
export async function packTexts({ sources }: Model): Promise<void> {
  const long = sources.map(({ text }) => text).filter((text) => text.length > STRING_MAX)
  const next: Packed[] = []
  for (const text of long) {
    const blob = packedOf(text) ?? (await runInSlices(pack(text), new AbortController().signal))
    if (blob) next.push({ text, blob })
  }
  packed = next
}

/** What is stored of the model. */
export function withStoredTexts(model: Model): Omit<Model, 'sources'> & { sources: readonly StoredSource[] } {
  return { ...model, sources: model.sources.map((source): StoredSource => ({ ...source, text: stored(source.text) })) }
}

/** What was stored, with its texts as strings again. */
export async function withReadTexts(value: unknown): Promise<unknown> {
  const { sources } = Object(value) as { sources?: unknown }
  if (!Array.isArray(sources)) return value
  return { ...(value as object), sources: await Promise.all((sources as StoredSource[]).map(withReadText)) }
}

async function withReadText({ text, ...source }: StoredSource): Promise<unknown> {
  return { ...source, text: typeof text === 'string' ? text : await text.text() }
}

function stored(text: string): string | Blob {
  return text.length <= STRING_MAX ? text : (packedOf(text) ?? runNow(pack(text)))
}

function packedOf(text: string): Blob | undefined {
  return packed.find((one) => one.text === text)?.blob
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
