/** Where lists are read from when no mirror is set. */
export const LIST_HOST = 'https://raw.githubusercontent.com'

/** A file or a folder in a public repository. */
export interface RulePath {
  owner: string
  repo: string
  /** Without slashes at its ends. */
  path: string
  ref: string
}

/** Why a text is no rule path: there is none; it cannot be read; it stops at the repository. */
export type RulePathIssue = 'empty' | 'unreadable' | 'no-path'

const DEFAULT_REF = 'master'
const OWNER = /^[\w-]{1,39}$/
const REPO = /^[\w.-]{1,100}$/
const REF = /^[^\s~^:?*[\\]{1,200}$/
/** As a browser shows a file or a folder of the public host, and the raw file. */
const PAGE = /^https:\/\/github\.com\/([^/]+\/[^/]+)\/(?:blob|raw|tree)\/([^/]+)\/([^?#]*)$/
const RAW = /^https:\/\/raw\.githubusercontent\.com\/([^/]+\/[^/]+)\/([^/]+)\/([^?#]*)$/
/** The ending of a file behind an `@`: that belongs to its name, as in `apple@cn.list`. */
const FILE_ENDING = /\.[a-z]{2,6}$/i

/**
 * Reads `owner/repo/path@branch`, or the address of a page or a raw file of the public host. Without a branch it is
 * `master`. An `@` before the ending of a file belongs to its name.
 */
export function readRulePath(text: string): RulePath | { issue: RulePathIssue } {
  const given = text.trim()
  if (given === '') return { issue: 'empty' }
  const [, repository, branch = '', rest = ''] = PAGE.exec(given) ?? RAW.exec(given) ?? []
  if (repository !== undefined) return placeIn(`${repository}/${decoded(rest)}`, decoded(branch))
  const at = given.lastIndexOf('@')
  const isRef = at >= 0 && (!FILE_ENDING.test(given) || FILE_ENDING.test(given.slice(0, at)))
  return isRef ? placeIn(given.slice(0, at), given.slice(at + 1)) : placeIn(given, DEFAULT_REF)
}

/** The address of the raw file. */
export function rawFileUrl({ owner, repo, path, ref }: RulePath): string {
  return `${LIST_HOST}/${owner}/${repo}/${encodeURIComponent(ref)}/${path.split('/').map(encodeURIComponent).join('/')}`
}

/** The mirror of rule lists that a server of ours is, as `LIST_MIRROR` spells mirrors. `site`: where it answers. */
export function serverMirror(site: string): string {
  return `${site}/rules/{owner}/{repo}/{path}?ref={ref}`
}

function placeIn(whole: string, ref: string): RulePath | { issue: RulePathIssue } {
  const [owner = '', repo = '', ...parts] = whole.split('/')
  if (!OWNER.test(owner) || !REPO.test(repo) || isDots(repo) || !REF.test(ref) || ref.split('/').some(isDots))
    return { issue: 'unreadable' }
  const path = parts.filter((part, index) => part !== '' || index < parts.length - 1)
  if (path.length === 0) return { issue: 'no-path' }
  if (path.some((part) => part === '' || isDots(part) || part.includes('\0'))) return { issue: 'unreadable' }
  return { owner, repo, path: path.join('/'), ref }
}

const isDots = (part: string) => part === '.' || part === '..'

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
