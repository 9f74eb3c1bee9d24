/** What of a node nobody should read over a shoulder. */

export const MASK = '••••••••'

/** A link with its name as people read it; what is copied stays as it is. */
export function withReadableName(link: string): string {
  const [before, name] = link.split(/#(.*)/s)
  if (name === undefined) return link
  try {
    return `${before}#${decodeURIComponent(name)}`
  } catch {
    return link
  }
}

/** The one mask of a link: how long the hidden part is stays hidden too. */
export function maskLink(link: string): string {
  const scheme = link.indexOf('://')
  if (scheme < 0) return MASK
  const at = link.indexOf('@')
  const start = link.slice(0, scheme + 3)
  const hash = link.indexOf('#')
  const name = hash < 0 ? '' : link.slice(hash)
  // Without an @ all of it may be base64 of everything.
  if (at < 0 || (hash >= 0 && at > hash)) return `${start}${MASK}${name}`
  const end = Math.min(
    ...[link.indexOf('?', at), link.indexOf('/', at), hash].filter((place) => place >= 0),
    link.length,
  )
  return `${start}${MASK}${link.slice(at, end)}${end < link.length && link[end] !== '#' ? `?${MASK}` : ''}${name}`
}
