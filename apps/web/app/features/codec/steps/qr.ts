import { encode } from 'uqr'
import { isPng, writePng } from './png.ts'
import { bytesOf, ofText, refused, type StepFunction } from './step.ts'

/** Bytes in the largest code of each correction level (ISO/IEC 18004, version 40, byte mode). */
const MOST_BYTES = { L: 2953, M: 2331, Q: 1663, H: 1273 } as const
const PICTURE_SIDE = 768

export const makeQr = ofText(async (text, { correction = 'M' }) => {
  // The line itself has just looked.
  const level = Object.hasOwn(MOST_BYTES, correction) ? (correction as keyof typeof MOST_BYTES) : 'M'
  if (text === '') return refused('empty')
  const n = bytesOf(text).length
  if (n > MOST_BYTES[level]) return refused('qr-long', { n, most: MOST_BYTES[level] })
  const { size, data } = encode(text, { ecc: level, border: 4 })
  return { data: await writePng(data, Math.max(4, Math.round(PICTURE_SIDE / size))) }
})

/** Every code of a picture, one a line. */
export const readQr: StepFunction = async (data, _options, surroundings) => {
  const found = typeof data === 'string' ? [] : await surroundings.readQr(data)
  if (found === undefined) return refused('qr-unloaded')
  if (found.length === 0) return refused('qr-none')
  const notes = found.length > 1 ? [{ code: 'qr-several', args: { n: found.length } } as const] : []
  return { data: found.join('\n'), notes }
}

/** Whether bytes begin like a picture that browsers draw: PNG, JPEG, GIF, WebP, BMP. */
export function isPicture(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, 12))
  return isPng(bytes) || head.startsWith('\xff\xd8\xff') || head.startsWith('GIF8') || head.startsWith('BM') || /^RIFF.{4}WEBP/s.test(head) // oxfmt-ignore
}
