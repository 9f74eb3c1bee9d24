import type { InputSource, Model } from './model.ts'

/** A longer text is stored as a file: the browser packs a string of megabytes while the page waits. */
const STRING_MAX = 256 * 1024

type StoredSource = Omit<InputSource, 'text'> & { text: string | Blob }

let last: { text: string; blob: Blob } | undefined

/** What is stored of the model. */
export function withStoredTexts(model: Model): Omit<Model, 'sources'> & { sources: readonly StoredSource[] } {
  return { ...model, sources: model.sources.map((source): StoredSource => ({ ...source, text: stored(source.text) })) }
}

/** What was stored, with its texts as strings again. */
export async function withReadTexts(value: unknown): Promise<unknown> {
  const { sources } = Object(value) as { sources?: unknown }
  if (!Array.isArray(sources)) return value
  const read = (sources as StoredSource[]).map(async ({ text, ...source }) => ({
    ...source,
    text: typeof text === 'string' ? text : await text.text(),
  }))
  return { ...(value as object), sources: await Promise.all(read) }
}

function stored(text: string): string | Blob {
  if (text.length <= STRING_MAX) return text
  if (last?.text !== text) last = { text, blob: new Blob([text]) }
  return last.blob
}
