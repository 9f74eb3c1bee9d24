import { checkConfig, injectChanges } from '@switchyard/convert/configs'
import type { ClientId } from '@switchyard/convert/facts'
import { describe, expect, test } from 'vitest'
import {
  changesOf,
  EMPTY_SET,
  type InjectionSet,
  isEmptySet,
  NEW_GROUP,
  NEW_RULE_SET,
  readInjection,
} from './injection-set.ts'

const SET: InjectionSet = {
  rules: '# mine\nDOMAIN,a.example.com,AI\n',
  at: 'top',
  after: '',
  ruleSets: [{ name: 'ads', url: 'https://lists.example.com/ads.yaml?x=1', behavior: 'domain', target: 'REJECT' }],
  groups: [{ name: 'AI', kind: 'url-test', members: 'Tokyo\n\n New ', ifThere: 'keep' }],
  nodes: 'trojan://p@new.example.com:443#New',
  into: 'Select\n',
}

const MIHOMO = `proxies:
  - {name: Tokyo, type: socks5, server: jp.example.com, port: 443} # mine
proxy-groups:
  - {name: Select, type: select, proxies: [Tokyo]}
rules:
  - DOMAIN,b.example.com,Select
  - MATCH,Select
`
const SINGBOX = `{
  "outbounds": [
    {"type": "selector", "tag": "Select", "outbounds": ["Tokyo"]},
    {"type": "socks", "tag": "Tokyo", "server": "192.0.2.1", "server_port": 1080}
  ],
  "route": {"rules": [{"domain": ["b.example.com"], "action": "route", "outbound": "Select"}], "final": "Select"}
}
`

async function injected(text: string, set: InjectionSet, client: ClientId, there: string[] = ['Select']) {
  const changes = changesOf(set, client, new Set(there)).map(({ change }) => change)
  return injectChanges(text, changes, { client })
}

describe('a whole set goes in, and a second time changes nothing', () => {
  test.each<[ClientId, string, InjectionSet]>([
    ['mihomo', MIHOMO, SET],
    ['clash', MIHOMO, { ...SET, ruleSets: [] }],
    ['singbox', SINGBOX, SET],
  ])('%s', async (client, text, set) => {
    // oxfmt-ignore
    const first = await injected(text, set, client)
    expect([
      first.refused,
      first.changes.flatMap(({ issues }) => issues.filter(({ severity }) => severity === 'error')),
    ]).toEqual([0, []])
    expect(checkConfig(first.text, { client }).issues.filter(({ severity }) => severity === 'error')).toEqual([])
    const again = await injected(first.text, set, client)
    expect([again.text === first.text, again.added]).toEqual([true, 0])
  })
})

test.each<[Partial<InjectionSet>, string]>([
  [{ at: 'top' }, '  - DOMAIN,a.example.com,Select\n  - DOMAIN,b.example.com,Select\n  - MATCH,Select\n'],
  [{ at: 'bottom' }, '  - DOMAIN,b.example.com,Select\n  - DOMAIN,a.example.com,Select\n  - MATCH,Select\n'],
  [
    { at: 'after', after: ' b.example ' },
    '  - DOMAIN,b.example.com,Select\n  - DOMAIN,a.example.com,Select\n  - MATCH,Select\n',
  ],
  [{ at: 'after' }, '  - DOMAIN,b.example.com,Select\n  - DOMAIN,a.example.com,Select\n  - MATCH,Select\n'],
])('rules go where %j says', async (part, end) => {
  const { text } = await injected(MIHOMO, { ...EMPTY_SET, rules: 'DOMAIN,a.example.com,Select', ...part }, 'mihomo')
  expect(text.slice(text.indexOf('rules:\n') + 7)).toBe(end)
})

test('a group that is there is kept or replaced, as was said', async () => {
  const groups = (ifThere: 'keep' | 'replace', name = 'Select') => [{ name, kind: 'select', members: 'DIRECT', ifThere } as const] // oxfmt-ignore
  expect((await injected(MIHOMO, { ...EMPTY_SET, groups: groups('keep') }, 'mihomo')).text).toBe(MIHOMO)
  const { text } = await injected(MIHOMO, { ...EMPTY_SET, groups: groups('replace') }, 'mihomo')
  expect(text).toBe(MIHOMO.replace('[Tokyo]', '[DIRECT]'))
  const fresh = await injected(MIHOMO, { ...EMPTY_SET, groups: groups('replace', 'New') }, 'mihomo') // oxfmt-ignore
  expect(fresh.added).toBe(1)
})

test('a rule list is spelled as its client wants it', () => {
  const spelled = (client: ClientId, url: string) => {
    const [made] = changesOf({ ...EMPTY_SET, ruleSets: [{ ...SET.ruleSets[0]!, url }] }, client, new Set())
    return made?.change.kind === 'add-rule-set' ? made.change.set : undefined
  }
  expect(spelled('mihomo', 'https://x/a.mrs')).toMatchObject({ type: 'http', behavior: 'domain', format: 'mrs' })
  expect(spelled('mihomo', 'https://x/a.list')).toMatchObject({ format: 'text' })
  expect(spelled('clash', 'https://x/a.yaml')).toEqual({
    type: 'http',
    behavior: 'domain',
    url: 'https://x/a.yaml',
    path: './rules/ads.yaml',
    interval: 86_400,
  })
  expect(spelled('singbox', 'https://x/a.srs?raw')).toEqual({
    type: 'remote',
    format: 'binary',
    url: 'https://x/a.srs?raw',
  })
  expect(spelled('singbox', 'https://x/a.json')).toMatchObject({ format: 'source' })
})

test('a kept set is read back as it was, and what is none is none', () => {
  expect(readInjection(JSON.parse(JSON.stringify(SET)))).toEqual(SET)
  expect(readInjection({ rules: 1, at: 'x', groups: [{ kind: 'no' }, 3] })).toEqual({
    ...EMPTY_SET,
    groups: [{ name: '', kind: 'select', members: '', ifThere: 'keep' }],
  })
  expect(readInjection('text')).toBeUndefined()
})

test('a set of blanks is empty', () => {
  expect([isEmptySet({ ...EMPTY_SET, rules: ' \n', into: 'a' }), isEmptySet({ ...EMPTY_SET, nodes: 'a' })]).toEqual([true, false]) // oxfmt-ignore
})

test('a row that is not filled in yet is no change, and half a row is one', () => {
  const added = { ...EMPTY_SET, groups: [NEW_GROUP], ruleSets: [NEW_RULE_SET] }
  expect([isEmptySet(added), changesOf(added, 'mihomo', new Set())]).toEqual([true, []])
  const half = { ...added, groups: [{ ...NEW_GROUP, members: 'Tokyo' }], ruleSets: [{ ...NEW_RULE_SET, target: 'AI' }] }
  expect([isEmptySet(half), changesOf(half, 'mihomo', new Set()).length]).toEqual([false, 2])
})
