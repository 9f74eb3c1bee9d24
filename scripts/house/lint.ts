import { ourSources, type Source } from './source.ts'

/** One thing that the house does not want, and where. */
export interface Finding {
  path: string
  line?: number
  what: string
}

/** A rule of the house. It sees every source once; what takes several of them is found at the end. */
export interface Lint {
  name: string
  /** What to do about a finding. */
  remedy: string
  /** Which sources it looks at, by path. */
  covers: (path: string) => boolean
  look: (source: Source) => Finding[]
  /** What is found once all were looked at. */
  end?: () => Finding[] | Promise<Finding[]>
  /** What is found and stays, by path. One that is no longer found is a finding. */
  allowed?: Readonly<Record<string, readonly string[]>>
}

/** What the lints find in sources, by lint. */
export async function findAll(lints: readonly Lint[], sources: Iterable<Source> = ourSources()) {
  const found = new Map<Lint, Finding[]>(lints.map((lint) => [lint, []]))
  for (const source of sources)
    for (const [lint, findings] of found) if (lint.covers(source.path)) findings.push(...lint.look(source))
  for (const [lint, findings] of found) {
    findings.push(...((await lint.end?.()) ?? []))
    found.set(lint, withoutAllowed(lint, findings))
  }
  return found
}

function withoutAllowed({ allowed = {} }: Lint, findings: readonly Finding[]): Finding[] {
  const isFound = (path: string, what: string) => findings.some((each) => each.path === path && each.what === what)
  const gone = Object.entries(allowed).flatMap(([path, whats]) =>
    whats.filter((what) => !isFound(path, what)).map((what) => ({ path, what: `${what} is allowed, and not there` })),
  )
  return [...findings.filter(({ path, what }) => !allowed[path]?.includes(what)), ...gone]
}
