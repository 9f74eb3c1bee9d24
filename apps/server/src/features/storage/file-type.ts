/** Pictures that a browser may show: docs/security.md, "Stored files". */
const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
export type PictureType = (typeof PICTURES)[number]

/** How many first bytes say whether a file is a picture. */
export const HEAD_BYTES = 12

/** What the first bytes of a file say that it is, whatever it is called. */
export function pictureIn(head: Buffer): PictureType | undefined {
  const starts = (...bytes: number[]) => bytes.every((byte, at) => head[at] === byte)
  const text = (from: number, to: number) => head.toString('latin1', from, to)
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp'
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'image/gif'
  return undefined
}

/** Names of what is text. HTML, XML and SVG are not among them: a browser would run what is in them. */
const TEXT = /\.(txt|text|md|ya?ml|json|jsonc|toml|ini|conf|cfg|list|lst|rules?|log|csv)$/i
const TEXT_TYPE = 'text/plain; charset=utf-8'
export const BYTES_TYPE = 'application/octet-stream'

/** The type that a file is served with: text, a picture, or bytes that nobody looks into. */
export function typeOf({ name, picture }: { name: string; picture: string | null }): string {
  const known = PICTURES.find((type) => type === picture)
  if (known) return known
  return TEXT.test(name) ? TEXT_TYPE : BYTES_TYPE
}
