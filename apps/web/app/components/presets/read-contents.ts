import { isRecord, recordsOf } from '@switchyard/convert/record'
import { isPresetFile, nameOf, type PresetPlace } from './preset-place.ts'

/** A file of a folder. */
export interface PresetFile {
  place: PresetPlace
  name: string
  bytes: number
  /** The id of its content, as Git writes it. */
  blob: string
}

export type ContentsFailure = 'not-a-listing' | 'not-a-file' | 'too-large'

/** The files of a folder, in the order of Git whatever the code host does; a place that is a file is a list of one. */
export function readListing(json: string, place: PresetPlace): readonly PresetFile[] | { failure: ContentsFailure } {
  const said = parsed(json)
  if (!Array.isArray(said) && !isRecord(said)) return { failure: 'not-a-listing' }
  const entries = Array.isArray(said) ? recordsOf(said) : [said]
  if (!Array.isArray(said) && said['type'] !== 'file') return { failure: 'not-a-listing' }
  return entries
    .filter(({ type, name, path }) => type === 'file' && typeof path === 'string' && isPresetFile(String(name)))
    .map(({ path, size, sha }) => {
      const file = { ...place, path: String(path) }
      return { place: file, name: nameOf(file), bytes: Number(size) || 0, blob: typeof sha === 'string' ? sha : '' }
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** The text of a file, as the code host sends it. One that is too long for its answer has no content in it. */
export function readContent(json: string): { text: string } | { failure: ContentsFailure } {
  const said = parsed(json)
  if (!isRecord(said) || said['type'] !== 'file') return { failure: 'not-a-file' }
  const { encoding, content, size } = said
  if (encoding !== 'base64' || typeof content !== 'string') return { failure: 'too-large' }
  if (content === '' && Number(size) > 0) return { failure: 'too-large' }
  try {
    // The host breaks its lines.
    const letters = atob(content.replaceAll(/\s/g, ''))
    return { text: new TextDecoder().decode(Uint8Array.from(letters, (letter) => letter.codePointAt(0)!)) }
  } catch {
    return { failure: 'not-a-file' }
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
