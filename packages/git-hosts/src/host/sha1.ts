const BLOCK = 64
/** Behind the text: a one bit, and its length in bits. */
const TAIL = 9
const WORDS = 80
const ROUNDS = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6]
const START = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0] as const

/** SHA-1 for pages over plain http, where browsers have no WebCrypto: git names contents by it. FIPS 180-4, section 6.1. */
export function sha1(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + TAIL) / BLOCK) * BLOCK)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n)

  const words = new Int32Array(WORDS)
  const sum = Int32Array.from(START)
  for (let block = 0; block < padded.length; block += BLOCK) {
    for (let at = 0; at < 16; at++) words[at] = view.getInt32(block + at * 4)
    for (let at = 16; at < WORDS; at++)
      words[at] = turned(words[at - 3]! ^ words[at - 8]! ^ words[at - 14]! ^ words[at - 16]!, 1)
    let [a = 0, b = 0, c = 0, d = 0, e = 0] = sum
    for (let at = 0; at < WORDS; at++) {
      const round = Math.floor(at / 20)
      const mixed = round === 0 ? (b & c) | (~b & d) : round === 2 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d
      const next = (turned(a, 5) + mixed + e + ROUNDS[round]! + words[at]!) | 0
      ;[a, b, c, d, e] = [next, a, turned(b, 30), c, d]
    }
    for (const [at, part] of [a, b, c, d, e].entries()) sum[at] = sum[at]! + part
  }
  const digest = new DataView(new ArrayBuffer(sum.byteLength))
  sum.forEach((part, at) => digest.setInt32(at * 4, part))
  return new Uint8Array(digest.buffer)
}

const turned = (word: number, by: number) => (word << by) | (word >>> (32 - by))
