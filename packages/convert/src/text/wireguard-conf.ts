/**
 * The `.conf` text of WireGuard and AmneziaWG (wg-quick), taken apart without judging its values: several `[Peer]`
 * sections stand under one `[Interface]`.
 */

export interface WireguardConf {
  peers: WireguardConfPeer[]
}

/** One `[Peer]` together with the interface it belongs to. */
export interface WireguardConfPeer {
  /** Line of its `[Peer]`, from 1. */
  line: number
  /** From a comment below `[Peer]`: `# Name = HK` or `# HK`. */
  name: string | undefined
  /** Lower-case key -> value; the values of a repeated key are joined by commas. */
  interface: ReadonlyMap<string, string>
  peer: ReadonlyMap<string, string>
}

/** Whether a text has the sections of a WireGuard configuration. */
export function isWireguardConf(text: string): boolean {
  const lower = text.toLowerCase()
  return lower.includes('[interface]') && lower.includes('[peer]')
}

/** The peers of a configuration in their order; none where the text has no `[Peer]`. */
export function readWireguardConf(text: string): WireguardConf {
  const peers: WireguardConfPeer[] = []
  let interfaceValues = new Map<string, string>()
  let hasInterface = false
  let section: Map<string, string> | undefined
  let line = 0
  for (const raw of text.split('\n')) {
    line++
    const trimmed = raw.trim()
    if (trimmed === '') continue
    const first = trimmed.charCodeAt(0)
    if (first === HASH || first === SEMICOLON) {
      const last = peers.at(-1)
      if (last !== undefined && section === last.peer && section.size === 0) last.name ??= nameOfComment(trimmed)
      continue
    }
    if (first === BRACKET) {
      const word = trimmed.slice(0, trimmed.indexOf(']') + 1).toLowerCase()
      if (word === '[interface]') {
        // Peers above the first interface belong to it as well.
        if (hasInterface) interfaceValues = new Map()
        hasInterface = true
        section = interfaceValues
      } else if (word === '[peer]') {
        section = new Map()
        peers.push({ line, name: undefined, interface: interfaceValues, peer: section })
      } else section = undefined
      continue
    }
    if (section !== undefined) addValue(section, trimmed)
  }
  return { peers }
}

const HASH = 35
const SEMICOLON = 59
const BRACKET = 91

/** `Key = value # comment`. */
function addValue(section: Map<string, string>, line: string): void {
  const equals = line.indexOf('=')
  if (equals <= 0) return
  const comment = line.indexOf('#', equals)
  const key = line.slice(0, equals).trim().toLowerCase().replaceAll('_', '').replaceAll('-', '')
  const value = line.slice(equals + 1, comment < 0 ? line.length : comment).trim()
  if (value === '') return
  const before = section.get(key)
  section.set(key, before === undefined ? value : `${before},${value}`)
}

/** A comment with `=` is a key switched off, unless the key is a name. */
function nameOfComment(comment: string): string | undefined {
  let start = 0
  while (start < comment.length && (comment.charCodeAt(start) === HASH || comment.charCodeAt(start) === SEMICOLON))
    start++
  const text = comment.slice(start).trim()
  const mark = text.indexOf('=') < 0 ? text.indexOf(':') : text.indexOf('=')
  const key = mark < 0 ? '' : text.slice(0, mark).trim().toLowerCase()
  if (key === 'name' || key === 'friendly_name' || key === 'remark' || key === 'remarks')
    return text.slice(mark + 1).trim() || undefined
  return text === '' || text.includes('=') ? undefined : text
}
