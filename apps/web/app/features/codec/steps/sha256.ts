import { bytesToBase64 } from '@switchyard/convert/texts'
import { encodeHex } from './hex.ts'
import { bytesOf, refused, type StepFunction } from './step.ts'

/** Over plain http the browser has no WebCrypto. */
export const sha256: StepFunction = async (data, { form = 'hex' }, surroundings) => {
  // The types promise it.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined
  if (subtle === undefined) return refused('no-web-crypto')
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytesOf(data)))
  return form === 'hex' ? encodeHex(digest, {}, surroundings) : { data: bytesToBase64(digest) }
}
