import type { SchemeKind } from '../../link/links-in-line.ts'
import { findProtocolByScheme } from '../../protocols/index.ts'
import { isSsd } from '../ssd.ts'

/** What the beginning of a link says of it. */

const HASH = 0x23
const SLASH = 0x2f
const QUESTION = 0x3f
const AT = 0x40

/** Schemes of the links before, by first letter and length. A known one is neither cut out nor looked up as a new text. */
const KNOWN_SCHEMES = new Array<string>(64).fill('')
/** V8 copies texts as short as this one; a longer one would hold on to the text that it was cut out of. */
const LONGEST_KNOWN_SCHEME = 12

/** The scheme between two places, as it is written. */
export function schemeAt(text: string, start: number, end: number): string {
  const length = end - start
  if (length > LONGEST_KNOWN_SCHEME) return text.slice(start, end)
  const slot = (text.charCodeAt(start) * 7 + length) & (KNOWN_SCHEMES.length - 1)
  const known = KNOWN_SCHEMES[slot]!
  if (known.length === length && text.startsWith(known, start)) return known
  return (KNOWN_SCHEMES[slot] = text.slice(start, end))
}

/** Whether a scheme has capital letters. */
export function hasUpperCase(scheme: string): boolean {
  for (let at = 0; at < scheme.length; at++) {
    const code = scheme.charCodeAt(at)
    if (code >= 0x41 && code <= 0x5a) return true
  }
  return false
}

/** Whether links of a scheme are nodes, or anything at all that has an address. */
export function isKnownScheme(scheme: string): boolean {
  const lower = scheme.toLowerCase()
  return isAddressScheme(lower) || kindOfScheme(lower) === 'node'
}

/** Whether a link of a scheme is surely a node: an address may be a proxy or a page. */
export function kindOfScheme(scheme: string): SchemeKind {
  if (isAddressScheme(scheme)) return 'other'
  return isSsd(scheme) || findProtocolByScheme(scheme) !== undefined ? 'node' : 'other'
}

/** Whether a scheme is that of a proxy as well as of a web page. */
export function isAddressScheme(scheme: string): boolean {
  return scheme === 'http' || scheme === 'https'
}

/** Whether an `@` stands in the authority. */
export function hasUserInfo(link: string): boolean {
  const start = link.indexOf('://') + 3
  for (let at = start; at < link.length; at++) {
    const code = link.charCodeAt(at)
    if (code === AT) return at > start
    if (code === SLASH || code === QUESTION || code === HASH) return false
  }
  return false
}
