import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { engineTest } from '../../../proof/engine-test.ts'
import type { JsonObject } from '../../text/record.ts'
import { readCompiledRuleSet, writeCompiledRuleSet } from './compiled-rule-set.ts'

const RULES: JsonObject[] = [
  { domain: ['a.example', 'www.b.example'], domain_suffix: ['b.example', '.c.example'] },
  { domain_keyword: ['word'], domain_regex: ['^r[0-9]+$'], port: [80, 443], port_range: ['1000:2000'] },
  { ip_cidr: ['10.0.0.0/8', '192.0.2.7/32', '2001:db8::/32', '2001:db9::1/128'] },
  { source_ip_cidr: ['192.168.0.0/16'], source_port: [53], source_port_range: [':1024'], network: ['udp'] },
  { process_name: ['curl'], process_path: ['/usr/bin/curl'], process_path_regex: ['^/opt/'], package_name: ['a.b'] },
  {
    type: 'logical',
    mode: 'or',
    rules: [{ domain: ['d.example'], invert: true }, { wifi_ssid: ['home'] }],
    invert: true,
  },
]

/** The same rules, whatever the order of names. */
function sorted(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, item: unknown) => {
    if (Array.isArray(item))
      return item.every((one) => typeof one !== 'object')
        ? item.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))
        : item
    if (typeof item !== 'object' || item === null) return item
    return Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
}

test('what is written is read again', async () => {
  expect(sorted(await readCompiledRuleSet(await writeCompiledRuleSet(RULES)))).toEqual(sorted(RULES))
})

describe('beside sing-box', () => {
  const inFolder = <T>(work: (folder: string) => T): T => {
    const folder = mkdtempSync(join(tmpdir(), 'srs-'))
    try {
      return work(folder)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  engineTest(['sing-box'], 'what we write, it reads', async ({ 'sing-box': path }) => {
    const bytes = await writeCompiledRuleSet(RULES)
    const text = inFolder((folder) => {
      writeFileSync(join(folder, 'a.srs'), bytes)
      execFileSync(path, ['rule-set', 'decompile', join(folder, 'a.srs'), '-o', join(folder, 'a.json')])
      return readFileSync(join(folder, 'a.json'), 'utf8')
    })
    const { rules }: { rules: unknown } = JSON.parse(text)
    expect(sorted(aloneInLists(rules))).toEqual(sorted(RULES))
  })

  for (const version of [1, 2, 3])
    engineTest(['sing-box'], `what it writes as version ${version}, we read`, async ({ 'sing-box': path }) => {
      const bytes = inFolder((folder) => {
        writeFileSync(join(folder, 'a.json'), JSON.stringify({ version, rules: RULES }))
        execFileSync(path, ['rule-set', 'compile', join(folder, 'a.json'), '-o', join(folder, 'a.srs')])
        return readFileSync(join(folder, 'a.srs'))
      })
      expect(sorted(await readCompiledRuleSet(bytes))).toEqual(sorted(RULES))
    })
})

/** A list of one is written as what is in it. */
function aloneInLists(value: unknown): unknown {
  const lists = new Set('domain domain_suffix domain_keyword domain_regex ip_cidr source_ip_cidr port port_range source_port source_port_range network process_name process_path process_path_regex package_name wifi_ssid'.split(' ')) // oxfmt-ignore
  return JSON.parse(JSON.stringify(value), (key, item: unknown) =>
    lists.has(key) && !Array.isArray(item) ? [item] : item,
  )
}

test.each([
  ['nothing', []],
  ['another format', [1, 2, 3, 4]],
  ['a head alone', [0x53, 0x52, 0x53, 1]],
  ['a version to come', [0x53, 0x52, 0x53, 9, 0x78, 0x9c]],
  ['broken bytes', [0x53, 0x52, 0x53, 1, 1, 2, 3]],
])('%s is none', async (_, bytes) => expect(await readCompiledRuleSet(Uint8Array.from(bytes))).toBeUndefined())

test('bytes that were changed are refused, or are other rules', async () => {
  const bytes = await writeCompiledRuleSet(RULES)
  for (let at = 4; at < bytes.length; at++) {
    const changed = bytes.slice()
    changed[at]! ^= 0x55
    const rules = await readCompiledRuleSet(changed)
    expect(rules === undefined || Array.isArray(rules)).toBe(true)
  }
})
