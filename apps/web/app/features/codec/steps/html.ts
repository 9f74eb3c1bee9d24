import { ENTITIES } from './html-entities.ts'
import { ofText } from './step.ts'
import { positionIn } from './position.ts'

const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z][a-z\d]{1,31}));/gi
const NEEDED = /[&<>"']/g
const ALL = /[&<>"']|[^\x00-\x7f]/gu // oxlint-disable-line no-control-regex
const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** What means something in HTML; `all`: everything outside of ASCII too. */
export const encodeHtml = ofText((text, { what }) => ({
  data: text.replace(
    what === 'all' ? ALL : NEEDED,
    (char) => NAMED[char] ?? `&#x${char.codePointAt(0)!.toString(16)};`,
  ),
}))

/** By number and by name. A name or number that nobody knows stays as it stands. */
export const decodeHtml = ofText((text) => {
  let unknown: { name: string; at: number } | undefined
  const data = text.replace(ENTITY, (whole, hex?: string, decimal?: string, name?: string, at?: number) => {
    const point = name === undefined ? pointOf(hex, decimal) : ENTITIES.get(name)
    if (point !== undefined) return String.fromCodePoint(point)
    unknown ??= { name: whole, at: at ?? 0 }
    return whole
  })
  if (unknown === undefined) return { data }
  return { data, notes: [{ code: 'entity', args: { name: unknown.name, ...positionIn(text, unknown.at) } }] }
})

function pointOf(hex: string | undefined, decimal: string | undefined): number | undefined {
  const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  const isCharacter = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
  return isCharacter ? point : undefined
}
