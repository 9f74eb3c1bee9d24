import { bytesOf, ofText, refused, type StepFunction, textIfPossible } from './step.ts'
import { positionIn } from './position.ts'

const FORMS: Readonly<Record<string, [before: string, between: string]>> = {
  plain: ['', ''],
  spaced: ['', ' '],
  colons: ['', ':'],
  escaped: ['\\x', ''],
}

export const encodeHex: StepFunction = (data, { form = 'plain' }) => {
  const [before, between] = FORMS[form] ?? FORMS['plain']!
  return { data: Array.from(bytesOf(data), (byte) => before + byte.toString(16).padStart(2, '0')).join(between) }
}

/** Digits in pairs, with or without `0x`, `\x`, blanks, colons, commas and dashes between them. */
export const decodeHex = ofText((text) => {
  const bytes = new Uint8Array(text.length >> 1)
  let size = 0
  let high = -1
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (' \t\r\n:,-;'.includes(char)) continue
    if ((char === '0' || char === '\\') && (text[at + 1] === 'x' || text[at + 1] === 'X')) {
      at++
      continue
    }
    const digit = digitOf(text.charCodeAt(at))
    if (digit < 0)
      return refused('hex', { ...positionIn(text, at), value: String.fromCodePoint(text.codePointAt(at)!) })
    if (high < 0) high = digit
    else {
      bytes[size++] = high * 16 + digit
      high = -1
    }
  }
  if (high >= 0) return refused('hex-odd', { n: size * 2 + 1 })
  return { data: textIfPossible(bytes.slice(0, size)), inverse: { form: formOf(text) } }
})

function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

function formOf(text: string): string {
  if (text.startsWith('\\x')) return 'escaped'
  return text[2] === ' ' ? 'spaced' : text[2] === ':' ? 'colons' : 'plain'
}
