import { decodeText } from '@switchyard/sources'
import { isBinary } from '../../lib/read-text-file.ts'
import { endingOf, isPicture, PICTURES } from './file-endings.ts'

/** What a person sees of a file beside the list. */
export type OpenedFile =
  | { kind: 'text'; text: string; format: 'yaml' | 'json' | undefined; addresses: readonly string[] }
  | { kind: 'picture'; blob: Blob }
  | { kind: 'binary' }
  | { kind: 'too-large' }

/** Longer files are opened in the editor, which draws what is in sight alone. */
export const SHOWN_MAX_BYTES = 1_000_000

const FORMATS: Readonly<Record<string, 'yaml' | 'json'>> = { yaml: 'yaml', yml: 'yaml', json: 'json', jsonc: 'json' }
/** A QR code holds no more. */
const ADDRESS_MAX = 2000
const ADDRESSES_MAX = 200

/** Reads what stands in a file. A picture is what its name says: nothing in it runs in an image element. */
export function openedFile(name: string, bytes: Uint8Array<ArrayBuffer>): OpenedFile {
  const ending = endingOf(name)
  if (isPicture(name)) return { kind: 'picture', blob: new Blob([bytes], { type: PICTURES[ending]! }) }
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return { kind: 'binary' }
  if (bytes.length > SHOWN_MAX_BYTES) return { kind: 'too-large' }
  const { text } = decodeText(bytes)
  if (isBinary(text)) return { kind: 'binary' }
  return { kind: 'text', text, format: FORMATS[ending], addresses: addressesIn(text) }
}

/** Lines that are one address each: share links, subscriptions. A camera takes them from the screen. */
export function addressesIn(text: string): string[] {
  const found: string[] = []
  for (const line of text.split('\n', 2000)) {
    const address = line.trim()
    if (address.length > ADDRESS_MAX || !/^[a-z][a-z\d+.-]*:\/\/\S+$/i.test(address)) continue
    found.push(address)
    if (found.length === ADDRESSES_MAX) break
  }
  return found
}
