/** What is true of every kind of Git host, light enough for a page. */
import { GITEA } from './gitea/facts.ts'
import { GITEE } from './gitee/facts.ts'
import { GITHUB } from './github/facts.ts'
import { GITLAB } from './gitlab/facts.ts'
import type { HostFacts } from './host/host-facts.ts'

export { ANSWER_HEADERS } from './host/answer-headers.ts'
export type { HostFacts } from './host/host-facts.ts'

export const GIT_HOSTS: readonly HostFacts[] = [GITHUB, GITLAB, GITEE, GITEA]

/** The kind of host whose API begins there; undefined for any other address, and for one that is not spelled plainly. */
export function hostAtBase(base: string): HostFacts | undefined {
  if (!URL.canParse(base)) return undefined
  const { protocol, username, password, search, hash, href } = new URL(base)
  const isPlain =
    protocol === 'https:' && username + password + search + hash === '' && href.replace(/\/$/, '') === base
  return isPlain
    ? GIT_HOSTS.find(({ defaultBase, baseEnding }) => base === defaultBase || base.endsWith(baseEnding))
    : undefined
}

/** Whether an address behind the base is one of the API: as it is sent, with what it asks, `%2F` and all. */
export function isApiPath(base: string, { apiPaths }: HostFacts, path: string): boolean {
  // What a parser would spell anew leads elsewhere: `/repos/../admin`, `/repos/%2e%2e/admin`, `\`.
  if (!/^\/[!-~]*$/.test(path) || !URL.canParse(base + path) || new URL(base + path).href !== base + path) return false
  const [place = ''] = path.split(/[?#]/, 1)
  return (
    !path.includes('#') && apiPaths.some((start) => place === start || place.startsWith(start.replace(/\/?$/, '/')))
  )
}
