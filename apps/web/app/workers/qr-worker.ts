import { expose } from 'comlink'
import { decodeQR } from 'qr/decode.js'

// Finds every QR code of a picture. The library is plain JavaScript: the page allows no WebAssembly.

const SIDE_MAX = 2000
const CODES_MAX = 12

const api = {
  async read(image: Blob): Promise<string[]> {
    const bitmap = await createImageBitmap(image).catch(() => undefined)
    if (!bitmap) return []
    const found = new Set<string>()
    for (const scale of scalesOf(Math.max(bitmap.width, bitmap.height))) {
      readAll(drawn(bitmap, scale), found)
      if (found.size > 0) break
    }
    bitmap.close()
    return [...found]
  },
}

function scalesOf(side: number): number[] {
  const first = Math.min(1, SIDE_MAX / side)
  return [first, first / 2, ...(side < 800 ? [2] : [first / 3])]
}

function drawn(bitmap: ImageBitmap, scale: number): ImageData {
  const width = Math.max(1, Math.round(bitmap.width * scale))
  const height = Math.max(1, Math.round(bitmap.height * scale))
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!
  // A code on nothing is a code on white.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0, width, height)
  return context.getImageData(0, 0, width, height)
}

interface Point {
  x: number
  y: number
}

/** The decoder finds one code: it is painted over, and the picture is looked at again, whole and in halves. */
function readAll(picture: ImageData, found: Set<string>): void {
  for (let round = 0; round < CODES_MAX; round++) {
    const code = decode(picture)
    if (!code) break
    found.add(code.text)
    paintOver(picture, code.corners)
  }
  const { width, height } = picture
  const halves: [number, number, number, number][] =
    width >= height
      ? [[0, 0, width / 2, height], [width / 2, 0, width / 2, height], [width / 4, 0, width / 2, height]]
      : [[0, 0, width, height / 2], [0, height / 2, width, height / 2], [0, height / 4, width, height / 2]] // oxfmt-ignore
  for (const [x, y, w, h] of halves) {
    const code = decode(crop(picture, Math.floor(x), Math.floor(y), Math.floor(w), Math.floor(h)))
    if (code) found.add(code.text)
  }
}

function decode(picture: ImageData): { text: string; corners: Point[] } | undefined {
  let corners: Point[] = []
  try {
    const text = decodeQR(
      { width: picture.width, height: picture.height, data: picture.data },
      { pointsOnDetect: ({ tl, tr, br, bl }) => (corners = [tl, tr, br, bl]) },
    )
    return text ? { text, corners } : undefined
  } catch {
    return undefined
  }
}

function crop({ width, data }: ImageData, x: number, y: number, w: number, h: number): ImageData {
  const part = new ImageData(Math.max(1, w), Math.max(1, h))
  for (let row = 0; row < h; row++)
    part.data.set(data.subarray(((y + row) * width + x) * 4, ((y + row) * width + x + w) * 4), row * w * 4)
  return part
}

function paintOver({ width, height, data }: ImageData, corners: readonly Point[]): void {
  if (corners.length < 3) return data.fill(255) && undefined
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  // Corners are the middles of the three big squares: the code reaches a little further.
  const margin = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) * 0.25
  const [left, right] = [
    Math.max(0, Math.floor(Math.min(...xs) - margin)),
    Math.min(width, Math.ceil(Math.max(...xs) + margin)),
  ]
  const [top, bottom] = [
    Math.max(0, Math.floor(Math.min(...ys) - margin)),
    Math.min(height, Math.ceil(Math.max(...ys) + margin)),
  ]
  for (let y = top; y < bottom; y++) data.fill(255, (y * width + left) * 4, (y * width + right) * 4)
}

export type QrWorkerApi = typeof api

expose(api)
