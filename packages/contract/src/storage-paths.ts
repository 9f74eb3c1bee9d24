/** The bucket that everybody has from the beginning, and that is meant where none is named. */
export const DEFAULT_BUCKET = 'default'

/** What a bucket is called: as S3 has it, so that names stand in addresses as they are. */
export const BUCKET_NAME = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/

/** How many entries a page of a folder has. */
export const STORAGE_PAGE_SIZE = 1000

/** The largest text that is sent in JSON; files that are larger are uploaded as bytes. */
export const STORED_TEXT_BYTES = 5 * 1024 * 1024

const SEGMENT_BYTES = 255
const PATH_BYTES = 1024
const MOST_SEGMENTS = 64
// oxlint-disable-next-line no-control-regex -- no file has such a name
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/
/** What one decoding too few left behind: a dot, a slash, a backslash, a NUL. */
const ENCODED = /%(?:2e|2f|5c|00)/i
const LONE_SURROGATE = /\p{Surrogate}/u

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/**
 * The path of a file or folder as it is kept: NFC, without a slash at its ends; `''` is the root of a bucket. Undefined for a
 * path that nothing may have. docs/security.md, "Stored files"
 */
export function storedPath(text: string): string | undefined {
  const path = text.normalize('NFC').replace(/^\//, '').replace(/\/$/, '')
  if (path === '') return ''
  const segments = path.split('/')
  const isGood = segments.length <= MOST_SEGMENTS && bytesOf(path) <= PATH_BYTES && segments.every(isSegment)
  return isGood ? path : undefined
}

function isSegment(name: string): boolean {
  return (
    name !== '' &&
    name !== '.' &&
    name !== '..' &&
    name.toLowerCase() !== '.git' &&
    bytesOf(name) <= SEGMENT_BYTES &&
    !name.includes('\\') &&
    !CONTROLS.test(name) &&
    !ENCODED.test(name) &&
    !LONE_SURROGATE.test(name)
  )
}
