import { convert, type Mapping } from '@switchyard/convert'

/** The region that a name tells, and whether it tells about the subscription instead of naming a server. */
export interface NameFacts {
  code: string | undefined
  isInfo: boolean
}

const known = new Map<string, NameFacts>()
const KNOWN_MAX = 400_000

/** Asks the engine what names tell: it hands the region of each node to the mapping. */
export function regionsOf(names: readonly string[]): ReadonlyMap<string, NameFacts> {
  if (known.size > KNOWN_MAX) known.clear()
  const unknown = [...new Set(names)].filter((name) => !known.has(name))
  if (unknown.length === 0) return known
  for (const name of unknown) known.set(name, { code: undefined, isInfo: false })
  const mapping: Mapping = {
    groups: {},
    assign: () => undefined,
    rename: ({ name, region }) => {
      const facts = known.get(name)
      if (facts) facts.code = region
      return name
    },
  }
  const nodes = unknown.map((name) => ({ type: 'socks5', name, server: 'localhost', port: 1 }))
  const { report } = convert({ nodes, platform: 'mihomo', list: true, mapping, keepDuplicates: true })
  for (const { code, node } of report.issues) {
    const facts = code === 'info-entry' && node !== undefined ? known.get(node) : undefined
    if (facts) facts.isInfo = true
  }
  return known
}
