import { wrappedText } from '../../text/wrapped-text.ts'
import type { TextFormat } from '../text-format.ts'
import { MAX_DECODES, looksLikeEntries } from './base64-body.ts'

/** `data:…;base64,…`, `vless%3A%2F%2F…`. A link alone stays an entry of the line. */
export const otherSpelling: TextFormat = {
  detect: ({ decodes }) => decodes < MAX_DECODES,

  read(reader, { start, end }) {
    const body = wrappedText(reader.text.slice(start, end))
    if (body === undefined || !looksLikeEntries(body)) return false
    if (body.includes('\n') || !reader.entries.links(body, 0, body.length)) reader.body({ text: body, isCut: false })
    return true
  },
}
