import { createHash, randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LETTER_BITS = Math.log2(ALPHABET.length)
/** A byte below this has each letter equally often. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length)

/** A new token of letters and digits, with at least that many random bits. */
export function drawToken(bits = 160): string {
  const length = Math.ceil(bits / LETTER_BITS)
  let token = ''
  while (token.length < length)
    for (const byte of randomBytes(length)) {
      if (byte < FAIR_BYTES && token.length < length) token += ALPHABET[byte % ALPHABET.length]
    }
  return token
}

/** What is kept of a token: it is looked up by this, and cannot be read back. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
