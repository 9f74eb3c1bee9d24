import { encode } from 'uqr'

const PNG_SIDE = 768

/** A QR code, drawn: how many squares wide, and which of them are dark. */
export interface QrDrawing {
  size: number
  path: string
}

/** Draws a text as a QR code with its quiet zone. Throws where it is too long for one. */
export function drawQr(text: string): QrDrawing {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  let path = ''
  data.forEach((row, y) => row.forEach((isDark, x) => isDark && (path += `M${x} ${y}h1v1h-1z`)))
  return { size, path }
}

/** A QR code, always dark on white: cameras want it so. */
export function QrCode({ drawing: { size, path }, label }: { drawing: QrDrawing; label: string }) {
  return (
    <div className="rounded-lg border border-line-strong bg-white p-3">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={label}
        shapeRendering="crispEdges"
        className="block w-full"
      >
        <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
        <path fill="#000" d={path} />
      </svg>
    </div>
  )
}

/** The code as the text of an SVG file. */
export function qrSvg({ size, path }: QrDrawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
}

/** The code as a PNG file; null where the browser makes none. */
export function qrPng({ size, path }: QrDrawing): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  const scale = Math.max(4, Math.round(PNG_SIDE / size))
  canvas.width = canvas.height = size * scale
  const context = canvas.getContext('2d')!
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(scale, scale)
  context.fillStyle = '#000'
  const dark = new Path2D(path)
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, no list
  context.fill(dark)
  return new Promise((resolve) => canvas.toBlob(resolve))
}
