const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const GREY = 0
const BITS = 1

/** A picture of black and white squares as a PNG file (https://www.w3.org/TR/png-3/), `scale` dots for each square. */
export async function writePng(
  isDark: readonly (readonly boolean[])[],
  scale: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const side = isDark.length * scale
  const rowBytes = 1 + Math.ceil(side / 8)
  const dots = new Uint8Array(rowBytes * side)
  for (let y = 0; y < side; y++) {
    const row = isDark[Math.floor(y / scale)]!
    for (let x = 0; x < side; x++)
      if (!row[Math.floor(x / scale)]) dots[y * rowBytes + 1 + (x >> 3)]! |= 0x80 >> (x & 7)
  }
  const packed = await new Response(
    new Blob([dots]).stream().pipeThrough(new CompressionStream('deflate')),
  ).arrayBuffer()
  const head = new DataView(new ArrayBuffer(13))
  head.setUint32(0, side)
  head.setUint32(4, side)
  head.setUint8(8, BITS)
  head.setUint8(9, GREY)
  const parts = [
    new Uint8Array(SIGNATURE),
    chunk('IHDR', new Uint8Array(head.buffer)),
    chunk('IDAT', new Uint8Array(packed)),
    chunk('IEND', new Uint8Array()),
  ]
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, at) => bytes[at] === byte)
}

function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(data.length + 12)
  const view = new DataView(whole.buffer)
  view.setUint32(0, data.length)
  whole.set(new TextEncoder().encode(type), 4)
  whole.set(data, 8)
  view.setUint32(data.length + 8, crc32(whole.subarray(4, data.length + 8)))
  return whole
}

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}
