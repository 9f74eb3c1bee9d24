/** Port lists of the hysteria protocols (port hopping): `443,5000-6000`. docs/formats/hysteria2.md, "Port lists" */

/** mihomo refuses a list of more parts. */
export const MIHOMO_PORT_PARTS = 28

/**
 * A list in its plain spelling: `443, 6000:5000 / 7000-` -> `443,5000-6000,7000-65535`. Empty for an empty list and
 * `*`, undefined where a part is no port and no range.
 */
export function readPortList(text: string): string | undefined {
  if (text === '' || text === '*') return ''
  let list = ''
  let start = 0
  const length = text.length
  for (let at = 0; at <= length; at++) {
    const code = at < length ? text.charCodeAt(at) : COMMA
    if (code !== COMMA && code !== SLASH) continue
    const part = readPart(text.slice(start, at).trim())
    if (part === undefined) return undefined
    if (part !== '') list += list === '' ? part : `,${part}`
    start = at + 1
  }
  return list
}

/** `443` -> 443, `5000-6000,7000` -> 5000. Takes a list in its plain spelling. */
export function firstPort(list: string): number {
  return Number.parseInt(list, 10)
}

/** `443,5000-6000` -> ['443:443', '5000:6000'], the only form sing-box takes. */
export function singboxPorts(list: string): string[] {
  return list.split(',').map((part) => (part.includes('-') ? part.replace('-', ':') : `${part}:${part}`))
}

/** A list of at most `most` parts: neighbours and overlaps become one range, what is still too much is cut. */
export function shortPortList(list: string, most: number): { list: string; cut: boolean } {
  const parts = list.split(',')
  if (parts.length <= most) return { list, cut: false }
  const ranges = parts.map(rangeOf).sort((left, right) => left[0] - right[0])
  const merged: [number, number][] = []
  for (const range of ranges) {
    const last = merged.at(-1)
    if (last !== undefined && range[0] <= last[1] + 1) last[1] = Math.max(last[1], range[1])
    else merged.push(range)
  }
  return { list: merged.slice(0, most).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(','), cut: merged.length > most } // oxfmt-ignore
}

const COMMA = 44
const SLASH = 47

/** One part in its plain spelling; '' for an empty one. Bounds in the wrong order are swapped, as mihomo does. */
function readPart(part: string): string | undefined {
  if (part === '') return ''
  const dash = part.indexOf('-') < 0 ? part.indexOf(':') : part.indexOf('-')
  if (dash < 0) {
    const port = portOf(part)
    return port === 0 ? undefined : `${port}`
  }
  const fromText = part.slice(0, dash).trim()
  const toText = part.slice(dash + 1).trim()
  // Only the colon form leaves a bound open.
  const isColon = part.charCodeAt(dash) === COLON
  const from = fromText === '' && isColon ? 1 : portOf(fromText)
  const to = toText === '' && isColon ? 65535 : portOf(toText)
  if (from === 0 || to === 0) return undefined
  if (from === to) return `${from}`
  return from < to ? `${from}-${to}` : `${to}-${from}`
}

const COLON = 58

function portOf(text: string): number {
  if (text.length === 0 || text.length > 5) return 0
  let port = 0
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return 0
    port = port * 10 + digit
  }
  return port > 65535 ? 0 : port
}

function rangeOf(part: string): [number, number] {
  const dash = part.indexOf('-')
  return dash < 0 ? [Number(part), Number(part)] : [Number(part.slice(0, dash)), Number(part.slice(dash + 1))]
}
