import { percentDecode, percentEncode } from '@switchyard/convert/texts'
import { ofText } from './step.ts'
import { positionIn } from './position.ts'

/** `address` leaves the signs that part an address: `https://a.example/?q=` stays one. */
export const encodeUrl = ofText((text, { keep }) => ({
  data: keep === 'address' ? encodeURI(text.toWellFormed()) : percentEncode(text),
}))

/** What is no escape, or no UTF-8, stays as it stands; where the first one is, is said. */
export const decodeUrl = ofText((given, { plus }) => {
  const text = plus === 'space' ? given.replaceAll('+', ' ') : given
  const at = firstBroken(text)
  const notes = at < 0 ? [] : [{ code: 'percent', args: positionIn(text, at) } as const]
  return { data: percentDecode(text), notes }
})

const ESCAPES = /(?:%[\da-f]{2})+|%/gi

function firstBroken(text: string): number {
  for (const { 0: escapes, index } of text.matchAll(ESCAPES)) {
    try {
      decodeURIComponent(escapes)
    } catch {
      return index
    }
  }
  return -1
}
