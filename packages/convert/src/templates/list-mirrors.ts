import { LIST_HOST } from '../rules/rule-path.ts'

/**
 * Where a mirror serves a list. The mirror is a base that stands in the place of the raw host
 * (`https://mirror.example` gives `https://mirror.example/owner/name/ref/path`), or an address with the places
 * `{owner} {repo} {ref} {path}`. Addresses that are not on the raw host stay.
 */
export function mirrored(url: string, mirror: string | undefined): string {
  if (!mirror || !url.startsWith(`${LIST_HOST}/`)) return url
  const rest = url.slice(LIST_HOST.length + 1)
  if (!mirror.includes('{path}')) return `${mirror}${mirror.endsWith('/') ? '' : '/'}${rest}`
  const [owner = '', repo = '', ref = '', ...path] = rest.split('/')
  const parts: Record<string, string> = { owner, repo, ref, path: path.join('/') }
  return mirror.replace(/\{(owner|repo|ref|path)\}/g, (_, key: string) => parts[key] ?? '')
}

/** The mirrors that `LIST_MIRROR` names, one after the other with commas between them. */
export function readMirrors(text: string): string[] {
  return text
    .split(',')
    .map((mirror) => mirror.trim())
    .filter((mirror) => mirror !== '')
}

/** Where the text of a list is asked for, in this order until one answers: its own address, then the mirrors. */
export function listAttempts(url: string, mirrors: readonly string[]): string[] {
  return [...new Set([url, ...mirrors.map((mirror) => mirrored(url, mirror))])]
}
