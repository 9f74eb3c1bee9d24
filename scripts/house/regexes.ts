import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import recheck from 'recheck/package.json' with { type: 'json' }
import type { Finding, Lint } from './lint.ts'
import { isCode, type Source } from './source.ts'

/** Bounded counts are slow to prove; the machine may be busy. */
const CHECK_TIMEOUT_MS = 120_000
/** A text that is thought to be slow is tried in a process of its own; a busy machine takes long to start that one. */
const TRY_TIMEOUT_MS = 20_000
const HASH_LENGTH = 16

/** What was found linear before, by hash: the whole proof takes minutes. */
export const KNOWN_FILE = new URL('linear-regexes.json', import.meta.url)
const known = JSON.parse(readFileSync(KNOWN_FILE, 'utf8')) as { recheck: string; linear: string[] }
const KNOWN: ReadonlySet<string> = new Set(known.recheck === recheck.version ? known.linear : [])

export interface OwnRegex {
  path: string
  source: string
  flags: string
}

/** docs/security.md, "Regexes": regexes of ours are linear, and nobody else's run on the engine that backtracks. */
export function regexes(tryTimeoutMs = TRY_TIMEOUT_MS): Lint {
  const unknown: OwnRegex[] = []
  return {
    name: 'regexes',
    remedy:
      'Write a regex that recheck proves linear; patterns of users run on RE2. `UPDATE_GOLDEN=1 npm run test:long -- regexes` remembers what is proved.',
    covers: isShipped,
    look(source) {
      const found = regexesOf(source)
      unknown.push(...found.filter((regex) => regex.source !== '' && !KNOWN.has(hashOf(regex))))
      return found
        .filter(({ source }) => source === '')
        .map(({ path }) => ({ path, what: 'a pattern that is not constant' }))
    },
    async end() {
      const verdicts: Finding[] = []
      for (const regex of unknown) {
        const status = await verdictOf(regex, tryTimeoutMs)
        if (status !== 'safe') verdicts.push({ path: regex.path, what: `${status}: /${regex.source}/${regex.flags}` })
      }
      return verdicts
    },
  }
}

/** What runs for others; scripts and the proof's own tools read what we wrote ourselves. */
export function isShipped(path: string): boolean {
  return isCode(path) && /^(?:apps|packages)\//.test(path)
}

/** The regexes of a source: literals, and those made of constants. The pattern of any other is ''. */
export function regexesOf({ path, tree }: Source): OwnRegex[] {
  return tree.flatMap(({ node }) => {
    const regex = node['regex'] as { pattern: string; flags: string } | undefined
    if (node.type === 'Literal' && regex) return [{ path, source: regex.pattern, flags: regex.flags }]
    const callee = node['callee'] as { name?: string } | undefined
    if (!/^(?:New|Call)Expression$/.test(node.type) || callee?.name !== 'RegExp') return []
    const [pattern, flags] = node['arguments'] as unknown[]
    return [{ path, source: constantText(pattern) ?? '', flags: constantText(flags) ?? '' }]
  })
}

/** What `'a'` or `['a', 'b'].join('|')` says; undefined for anything that is not constant. */
function constantText(value: unknown): string | undefined {
  const node = value as {
    type: string
    value?: unknown
    callee?: { object?: { elements?: { value?: unknown }[] }; property?: { name?: string } }
  }
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  const parts = node?.callee?.property?.name === 'join' ? node.callee.object?.elements : undefined
  return parts?.every((part) => typeof part.value === 'string') ? parts.map((part) => part.value).join('|') : undefined
}

/** `safe`, `vulnerable` or `unknown`, by recheck. */
export async function verdictOf(
  { source, flags }: Pick<OwnRegex, 'source' | 'flags'>,
  tryTimeoutMs = TRY_TIMEOUT_MS,
): Promise<string> {
  const { check } = await import('recheck')
  const timeouts = { timeout: CHECK_TIMEOUT_MS, recallTimeout: tryTimeoutMs }
  return (await check(source, flags.replaceAll('v', 'u'), timeouts)).status
}

/** A regex as the file of proved ones names it. */
export function hashOf({ source, flags }: Pick<OwnRegex, 'source' | 'flags'>): string {
  return createHash('sha256').update(`/${source}/${flags}`).digest('base64url').slice(0, HASH_LENGTH)
}
