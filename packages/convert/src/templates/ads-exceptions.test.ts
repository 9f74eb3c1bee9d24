import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readRuleList } from '../rules/rule-list.ts'
import { builtinTemplate } from './builtin.ts'
import type { BuiltinName } from './group-keys.ts'

/** The lists of others, as they stand beside a checkout. */
const LISTS = new URL('../../../../../shared/data/acl4ssr/', import.meta.url)
const FORM = { behavior: 'classical', format: 'text' } as const

/** The rules of a list of ours by its address; none where the text is not there. */
function rulesAt(url: string) {
  const file = new URL(url.split('/master/')[1] ?? 'nowhere', LISTS)
  return existsSync(file) ? readRuleList(readFileSync(file, 'utf8'), FORM).rules : []
}

/** The group that a host goes to, by the lists that are at hand. */
function groupOf(host: string, name: BuiltinName): string | undefined {
  for (const rule of builtinTemplate(name, 'en-US').rules) {
    if (rule.kind !== 'list') continue
    const isListed = rulesAt(rule.list.url).some(
      ({ type, value }) =>
        (type === 'DOMAIN' && value === host) ||
        (type === 'DOMAIN-SUFFIX' && (value === host || host.endsWith(`.${value}`))) ||
        (type === 'DOMAIN-KEYWORD' && host.includes(value)),
    )
    if (isListed) return rule.group
  }
  return undefined
}

describe('hosts that the lists of advertisements take and their own exceptions give back', () => {
  if (!existsSync(LISTS)) test.skip('the lists are not beside this checkout (../shared/data/acl4ssr)', () => {})
  else {
    const hosts = rulesAt('https://x/master/Clash/UnBan.list').map(({ value }) => value)
    test.each(['standard', 'full'] as const)('%s rejects none of them', (name) => {
      expect(hosts.length).toBeGreaterThan(10)
      expect(hosts.filter((host) => groupOf(host, name) !== 'Direct')).toEqual([])
    })
  }
})
