import { readFileSync, readdirSync } from 'node:fs'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { type Finding, Findings } from '../model/issue.ts'
import { Fields } from '../nodes/fields.ts'
import type { NodeBase } from '../model/node.ts'
import { PROTOCOLS } from './index.ts'
import type { Protocol, SingboxVersion } from './protocol.ts'

/**
 * Runs every cases file. A row is one node, spelled every way it can be spelled:
 *
 * - `link` / `links`: share links; `from-mihomo` / `from-singbox`: entries. All of them read as `node` (absent keys are undefined).
 * - `findings`: codes noted while reading the first spelling, in order (absent = not looked at).
 * - `issue`: code of the refusal when it cannot be read at all.
 * - `mihomo`, `singbox` (= compatible), `singbox-1.12`, `singbox-1.13`, `singbox-1.14`: what is written, or `refused: code`.
 * - `mihomo-findings`, `singbox-findings`: codes noted while writing; `doubtful: code` where the node may not connect.
 * - `to-link`: the link written; `round-trip: false` where it cannot be read back as the same node.
 */
interface Case {
  case: string
  link?: string
  links?: string[]
  'from-mihomo'?: Record<string, unknown>
  'from-singbox'?: Record<string, unknown>
  node?: NodeBase | NodeBase[]
  findings?: string[]
  issue?: string
  mihomo?: Record<string, unknown>
  'mihomo-findings'?: string[]
  singbox?: Record<string, unknown> | Record<string, unknown>[]
  'singbox-1.12'?: Record<string, unknown>
  'singbox-1.13'?: Record<string, unknown>
  'singbox-1.14'?: Record<string, unknown>
  'singbox-findings'?: string[]
  'to-link'?: string
  'round-trip'?: boolean
}

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

function checkCase(protocol: Protocol, row: Case): void {
  const readings = [
    ...[row.link ?? [], row.links ?? []].flat().map((link) => (found: Findings) => protocol.fromLink(link, found)),
    ...(row['from-mihomo']
      ? [(found: Findings) => protocol.fromMihomo(new Fields(row['from-mihomo']!, found), found)]
      : []),
    ...(row['from-singbox']
      ? [(found: Findings) => protocol.fromSingbox(new Fields(row['from-singbox']!, found), found)]
      : []),
  ]
  expect(readings.length).toBeGreaterThan(0)
  let first: NodeBase | NodeBase[] | undefined
  for (const [index, read] of readings.entries()) {
    const found = new Findings()
    const node = read(found)
    const findings = found.take()
    if (row.issue !== undefined) {
      expect(node).toBeUndefined()
      expect(findings.filter((finding) => !finding.kept).map((finding) => finding.code)).toEqual([row.issue])
      continue
    }
    expect(findings.filter((finding) => !finding.kept)).toEqual([])
    if (index === 0) {
      first = node
      if (row.findings) expect(findings.map((finding) => finding.code)).toEqual(row.findings)
    }
    expect(node).toEqual(row.node ?? first)
  }
  if (row.issue !== undefined) return
  const node = (Array.isArray(first) ? first[0] : first)!
  checkWriting(row.mihomo, row['mihomo-findings'], (found) => protocol.toMihomo(node, found))
  for (const version of Object.keys(MINOR) as SingboxVersion[]) {
    const expected = version === 'compatible' ? row.singbox : row[`singbox-${version}`]
    const notes = version === 'compatible' ? row['singbox-findings'] : undefined
    checkWriting(expected, notes, (found) => protocol.toSingbox(node, { version, minor: MINOR[version] }, found))
  }
  const found = new Findings()
  const link = protocol.toLink(node, found)
  if (row['to-link'] !== undefined) expect(link).toBe(row['to-link'])
  if (link !== undefined && row['round-trip'] !== false) expect(protocol.fromLink(link, new Findings())).toEqual(node)
}

function checkWriting(expected: unknown, findings: string[] | undefined, write: (found: Findings) => unknown): void {
  if (expected === undefined && findings === undefined) return
  const found = new Findings()
  const written = write(found)
  const list = found.take()
  const refusal = (expected as { refused?: string } | undefined)?.refused
  if (refusal !== undefined) {
    expect(written).toBeUndefined()
    expect(list.filter((finding) => !finding.kept).map((finding) => finding.code)).toEqual([refusal])
  } else if (expected !== undefined) expect(written).toEqual(expected)
  if (findings !== undefined) expect(list.map(spelled)).toEqual(findings)
}

function spelled({ code, doubtful }: Finding): string {
  return doubtful ? `doubtful: ${code}` : code
}
