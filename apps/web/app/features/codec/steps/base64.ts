import { base64Bytes, bytesToBase64, cleanedLength } from '@switchyard/convert/texts'
import { bytesOf, ofText, refused, type StepFunction, textIfPossible } from './step.ts'

export const encodeBase64: StepFunction = (data, { form = 'standard' }) => {
  let text = bytesToBase64(bytesOf(data))
  if (form === 'url' || form === 'url-padded') text = text.replaceAll('+', '-').replaceAll('/', '_')
  if (form === 'url' || form === 'bare') text = text.replaceAll('=', '')
  return { data: text }
}

/** Standard and URL-safe, with padding or without, over one line or many. */
export const decodeBase64 = ofText((text) => {
  const bytes = base64Bytes(text)
  if (bytes === undefined) return refused('base64', { n: cleanedLength(text) })
  return { data: textIfPossible(new Uint8Array(bytes)), inverse: { form: formOf(text, bytes.length) } }
})

function formOf(text: string, size: number): string {
  const isUrlSafe = text.includes('-') || text.includes('_')
  const isBare = size % 3 !== 0 && !text.includes('=')
  // Without a sign of either alphabet the missing padding is the sign of the URL-safe one no more than of the other.
  if (isUrlSafe) return text.includes('=') ? 'url-padded' : 'url'
  return isBare ? 'bare' : 'standard'
}
