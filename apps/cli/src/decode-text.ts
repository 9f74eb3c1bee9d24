const UTF_16 = { le: [0xff, 0xfe], be: [0xfe, 0xff] } as const

/** Bytes as text: UTF-8 unless a byte order mark says UTF-16 (what Windows editors may save); the mark goes. */
export function decodeText(bytes: Uint8Array): string {
  const startsWith = ([a, b]: readonly [number, number]) => bytes[0] === a && bytes[1] === b
  if (startsWith(UTF_16.le)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(UTF_16.be)) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder('utf-8').decode(bytes)
}
