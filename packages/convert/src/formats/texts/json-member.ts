import { readJsonAt } from '../../text/json.ts'
import { nodeListOf } from '../documents.ts'
import type { TextFormat } from '../text-format.ts'
import { jsonDocument } from './json-document.ts'

/** Each may be looked through to the end of the text. */
const MAX_BROKEN_MEMBERS = 20
const QUOTE = 0x22

/** `"outbounds": […]`, cut out of a document. */
export const jsonMember: TextFormat = {
  detect: ({ brokenMembers }, { first }) => first === QUOTE && brokenMembers < MAX_BROKEN_MEMBERS,

  read(reader, line) {
    const { text } = reader
    const key = /^"[\w-]+"\s*:\s*(?=[[{])/.exec(text.slice(line.start, line.end))
    if (key === null) return false
    const start = line.start + key[0].length
    if (nodeListOf(readJsonAt(text, start).value) !== undefined) {
      const member = { ...line, start, first: text.charCodeAt(start) }
      return jsonDocument.detect(reader, member) && jsonDocument.read(reader, member)
    }
    reader.brokenMembers++
    return false
  },
}
