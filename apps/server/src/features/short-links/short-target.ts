import { SHORT_TARGET_BYTES } from '@switchyard/contract/short-codes'
import { hostOf, publicTarget } from '@switchyard/outbound'

/** What answers without a public address: this machine. */
const LOCAL_NAMES = ['localhost', '127.0.0.1', '::1']
/** Behind a proxy that merges slashes, or folds letters, these are ours too. */
const SHORT_PATH = /^\/+s(?:\/|$)/i
/** A path that was encoded more often than this was encoded to deceive. */
const MOST_DECODED = 5

/**
 * Where a short link may lead: an address of this site, or a public one, as far as its text tells (docs/security.md,
 * "Short links"). Undefined for any other, and for another short link of ours: links could lead in a circle.
 */
export function shortTarget(text: string, site: string): URL | undefined {
  const trimmed = text.trim()
  const url = URL.parse(trimmed)
  if (!url || Buffer.byteLength(trimmed) > SHORT_TARGET_BYTES || isShortLink(url, site)) return undefined
  return isOfSite(url, site) ? url : publicTarget(trimmed)
}

/** Whether an address is one of this site. */
export function isOfSite(url: URL, site: string): boolean {
  return url.origin === new URL(site).origin && !url.username && !url.password
}

function isShortLink(url: URL, site: string): boolean {
  const own = hostOf(new URL(site))
  const names = LOCAL_NAMES.includes(own) ? LOCAL_NAMES : [own]
  return names.includes(hostOf(url)) && SHORT_PATH.test(decoded(url.pathname))
}

function decoded(path: string): string {
  let known = path
  for (let turn = 0; turn < MOST_DECODED; turn++) {
    const next = decodeOnce(known)
    if (next === known) return known
    known = next
  }
  return '/s/'
}

function decodeOnce(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
