import { pageMessage } from '../../nodes/server-message.ts'
import { lineEnd } from '../../text/lines.ts'
import type { TextFormat } from '../text-format.ts'

const LESS_THAN = 0x3c

/** A web page, as a failed download leaves it: the nodes it shows are entries, without any it is one that names no node. */
export const webPage: TextFormat = {
  detect: ({ text, hasEntries }, { start, first }) =>
    first === LESS_THAN &&
    !hasEntries &&
    /^<(?:!doctype\s+html|html|head|body|\?xml)\b/i.test(text.slice(start, start + 32)),

  read(reader, { start }) {
    const { text, entries } = reader
    reader.document()
    const close = text.slice(start).search(/<\/html>/i)
    const end = close < 0 ? text.length : Math.min(lineEnd(text, start + close) + 1, text.length)
    const firstLine = reader.line
    let hasNodes = false
    for (let at = start, line = firstLine; at < end; line++) {
      const stop = lineEnd(text, at)
      reader.place(line)
      if (reader.hasScheme(at, stop)) hasNodes = entries.links(text, at, stop, true) || hasNodes
      at = stop + 1
    }
    reader.place(firstLine)
    if (!hasNodes) {
      const message = pageMessage(text.slice(start, end))
      if (message === undefined) entries.fail('bad-base64', undefined, { reason: 'web-page' })
      else entries.fail('server-message', undefined, { text: message })
    }
    reader.moveTo(end)
    return true
  },
}
