import { readFileSync, readdirSync } from 'node:fs'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { type NodeIssue, NodeIssues } from '../model/issue.ts'
import { Fields } from '../model/fields.ts'
import type { NodeBase } from '../model/node.ts'
import { PROTOCOLS } from './index.ts'
import type { Protocol } from './protocol.ts'
import type { SingboxVersion } from '../model/singbox-version.ts'

/**
 * Runs every cases file. A row is one node, spelled every way it can be spelled:
 *
 * - `link` / `links`: share links; `from-mihomo` / `from-singbox`: entries. All of them read as `node` (absent keys are undefined).
 * - `issues`: codes noted while reading the first spelling, in order (absent = not looked at).
 * - `issue`: code of the refusal when it cannot be read at all.
 * - `mihomo`, `singbox` (= compatible), `singbox-1.12`, `singbox-1.13`, `singbox-1.14`: what is written, or `refused: code`.
 * - `mihomo-issues`, `singbox-issues`: codes noted while writing; `doubtful: code` where the node may not connect.
 * - `to-link`: the link written; `round-trip: false` where it cannot be read back as the same node.
 */
interface Case {
  case: string
  link?: string
  links?: string[]
  'from-mihomo'?: Record<string, unknown>
  'from-singbox'?: Record<string, unknown>
  node?: NodeBase | NodeBase[]
  issues?: string[]
  refused?: string
  mihomo?: Record<string, unknown>
  'mihomo-issues'?: string[]
  singbox?: Record<string, unknown> | Record<string, unknown>[]
  'singbox-1.12'?: Record<string, unknown>
  'singbox-1.13'?: Record<string, unknown>
  'singbox-1.14'?: Record<string, unknown>
  'singbox-issues'?: string[]
  'to-link'?: string
  'round-trip'?: boolean
}

const MEMBERS: ReadonlySet<string> = new Set<keyof Case>([
  'case',
  'link',
  'links',
  'from-mihomo',
  'from-singbox',
  'node',
  'issues',
  'refused',
  'mihomo',
  'mihomo-issues',
  'singbox',
  'singbox-1.12',
  'singbox-1.13',
  'singbox-1.14',
  'singbox-issues',
  'to-link',
  'round-trip',
])

const MINOR = { compatible: 12, '1.12': 12, '1.13': 13, '1.14': 14 } as const
const folder = new URL('.', import.meta.url)
const files = readdirSync(folder).filter((file) => file.endsWith('.cases.yaml'))

for (const file of files) {
  const type = file.slice(0, -'.cases.yaml'.length)
  const protocol = PROTOCOLS.find((candidate) => candidate.type === type)!
  const rows = load(readFileSync(new URL(file, folder), 'utf8')) as Case[]
  describe(type, () => {
    test.each(rows.map((row) => [row.case, row] as const))('%s', (_, row) => checkCase(protocol, row))
  })
}

test('every protocol that links name has a cases file', () => {
  const withLinks = PROTOCOLS.filter((protocol) => protocol.schemes.length > 0).map((protocol) => protocol.type)
  expect(files.map((file) => file.slice(0, -'.cases.yaml'.length)).sort()).toEqual(withLinks.sort())
})

test('a case has no member that nothing reads', () => {
  const unread = files.flatMap((file) =>
    (load(readFileSync(new URL(file, folder), 'utf8')) as Case[]).flatMap((row) =>
      Object.keys(row).filter((key) => !MEMBERS.has(key)),
    ),
  )
  expect([...new Set(unread)]).toEqual([])
})

function checkCase(protocol: Protocol, row: Case): void {
  const readings = [
    ...[row.link ?? [], row.links ?? []].flat().map((link) => (found: NodeIssues) => protocol.fromLink(link, found)),
    ...(row['from-mihomo']
      ? [(found: NodeIssues) => protocol.fromMihomo(new Fields(row['from-mihomo']!, found), found)]
      : []),
    ...(row['from-singbox']
      ? [(found: NodeIssues) => protocol.fromSingbox(new Fields(row['from-singbox']!, found), found)]
      : []),
  ]
  expect(readings.length).toBeGreaterThan(0)
  let first: NodeBase | NodeBase[] | undefined
  for (const [index, read] of readings.entries()) {
    const found = new NodeIssues()
    const node = read(found)
    const issues = found.take()
    if (row.refused !== undefined) {
      expect(node).toBeUndefined()
      expect(issues.filter((issue) => !issue.kept).map((issue) => issue.code)).toEqual([row.refused])
      continue
    }
    expect(issues.filter((issue) => !issue.kept)).toEqual([])
    if (index === 0) {
      first = node
      if (row.issues) expect(issues.map((issue) => issue.code)).toEqual(row.issues)
    }
    expect(node).toEqual(row.node ?? first)
  }
  if (row.refused !== undefined) return
  const node = (Array.isArray(first) ? first[0] : first)!
  checkWriting(row.mihomo, row['mihomo-issues'], (found) => protocol.toMihomo(node, found))
  for (const version of Object.keys(MINOR) as SingboxVersion[]) {
    const expected = version === 'compatible' ? row.singbox : row[`singbox-${version}`]
    const notes = version === 'compatible' ? row['singbox-issues'] : undefined
    checkWriting(expected, notes, (found) => protocol.toSingbox(node, { version, minor: MINOR[version] }, found))
  }
  const found = new NodeIssues()
  const link = protocol.toLink(node, found)
  if (row['to-link'] !== undefined) expect(link).toBe(row['to-link'])
  if (link !== undefined && row['round-trip'] !== false) expect(protocol.fromLink(link, new NodeIssues())).toEqual(node)
}

function checkWriting(expected: unknown, issues: string[] | undefined, write: (found: NodeIssues) => unknown): void {
  if (expected === undefined && issues === undefined) return
  const found = new NodeIssues()
  const written = write(found)
  const list = found.take()
  const refusal = (expected as { refused?: string } | undefined)?.refused
  if (refusal !== undefined) {
    expect(written).toBeUndefined()
    expect(list.filter((issue) => !issue.kept).map((issue) => issue.code)).toEqual([refusal])
  } else if (expected !== undefined) expect(written).toEqual(expected)
  if (issues !== undefined) expect(list.map(spelled)).toEqual(issues)
}

function spelled({ code, doubtful }: NodeIssue): string {
  return doubtful ? `doubtful: ${code}` : code
}
