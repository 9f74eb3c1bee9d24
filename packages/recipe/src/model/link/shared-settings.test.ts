import { describe, expect, test } from 'vitest'
import type { ConvertSettings } from '../convert-settings.ts'
import {
  EMPTY_RECIPE,
  outputSettings,
  withCommon,
  withOutput,
  withOutputSettings,
  type CommonSettings,
} from '../recipe.ts'
import type { SettingKind } from '../settings.ts'
import { readSettings, settingsFragment, sharedSettings, withShared } from './shared-settings.ts'

type Shared = Omit<ConvertSettings, 'secret' | 'drawnSecret' | 'providers'>

/** Every setting that a link holds, none of them the default. */
const ALL: Required<Shared> = {
  output: 'singbox',
  singboxVersion: '1.14',
  xrayVersion: '26.3',
  clashPremium: true,
  list: true,
  tun: true,
  route: '{"final": "direct"}',
  excludes: ['ssr', 'info'],
  template: 'full',
  listMirror: 'https://mirror.example/',
  rules: '# own\nDOMAIN-SUFFIX,例.example,DIRECT\nDOMAIN,b.example,节点选择',
  final: 'DIRECT',
  services: ['ai', 'netflix'],
  ruleSets: [
    { name: 'ads', group: 'REJECT', type: 'http', behavior: 'domain', format: 'mrs', url: 'https://lists.example/ads.mrs', interval: 3600 },
    { name: 'own', type: 'inline', behavior: 'classical', rules: ['DOMAIN,a.example'] },
    { name: 'hub', type: 'http', behavior: 'ipcidr', format: 'yaml', path: 'owner/repo/list.yaml@main' },
  ], // oxfmt-ignore
  groupLang: 'en-US',
  groupNames: { Auto: '自动' },
  groupEdits: {
    Mine: {
      type: 'load-balance', filter: 'HK|香港', url: 'https://probe.example/204', interval: 60, tolerance: 20,
      withDirect: true, added: true, removed: false,
      members: [
        { kind: 'ref', name: 'DIRECT' }, { kind: 'all', withOwn: true }, { kind: 'region', region: 'JP' },
        { kind: 'nodes', names: ['A', '🇯🇵 B'] },
        { kind: 'pattern', pattern: 'x', exclude: 'y', excludeTypes: ['ss'], withOwn: true, where: { type: 'vmess', port: '443' } },
      ],
    },
  }, // oxfmt-ignore
  groupOrder: ['Mine', 'Auto'],
  mapping: [{ name: '^HK', type: 'ss', region: 'HK', source: 'home', group: 'Mine', rename: 'x', stop: true }],
  rest: 'Auto',
  nameInclude: 'HK|香港',
  nameExclude: '过期',
  keepDuplicates: true,
  prefix: '机场-',
  flag: true,
  useProvider: true,
  mixedPort: 7899,
  controllerPort: 9099,
  allowLan: true,
  logLevel: 'debug',
  urlTestInterval: '10m',
  tolerance: 30,
  probeUrl: 'https://probe.example.com/204',
  headComment: true,
}

function modelOf({
  output,
  singboxVersion,
  xrayVersion,
  clashPremium,
  list,
  tun,
  route,
  excludes,
  ...common
}: Required<Shared>) {
  const recipe = withOutputSettings(withOutput(EMPTY_RECIPE, output), {
    singboxVersion,
    xrayVersion,
    clashPremium,
    list,
    tun,
    route,
    excludes,
  })
  return withCommon(recipe, common)
}

function fragmentOf(value: unknown): string {
  return settingsFragment(value as Parameters<typeof settingsFragment>[0])
}

describe('settings in the fragment of a link', () => {
  test('come back as they were, every one of them', () => {
    const recipe = modelOf(ALL)
    const { settings, leftOut } = sharedSettings(recipe)
    expect(leftOut).toEqual([])
    expect(settings).toEqual(ALL)
    const read = readSettings(settingsFragment(settings))
    expect(read).toEqual({ settings: ALL, dropped: [] })
    const back = withShared(EMPTY_RECIPE, ALL)
    expect(back.common).toEqual(recipe.common)
    expect(outputSettings(back)).toEqual(outputSettings(recipe))
  })

  test('take the place of those that were there, less what no link holds', () => {
    const own = { secret: 's3cret', drawnSecret: 'drawn', groupLang: 'zh-CN' as const, rules: 'MATCH,DIRECT' }
    const { common } = withShared(withCommon(EMPTY_RECIPE, own), { mixedPort: 1080 })
    expect(common).toMatchObject({
      secret: 's3cret',
      drawnSecret: 'drawn',
      groupLang: 'zh-CN',
      mixedPort: 1080,
      rules: '',
    })
  })

  test.each<[Partial<CommonSettings>, SettingKind, Partial<Shared>]>([
    [{ secret: 'canary' }, 'secret', {}],
    [{ useProvider: true, providers: [{ name: 'p', url: 'https://p.example/canary' }] }, 'providers', { useProvider: true }],
    [{ template: { name: 'own.yaml', text: 'canary' } }, 'template', {}],
    [{ rules: 'MATCH,DIRECT\n# trojan://canary@a.example:443' }, 'rules', { rules: 'MATCH,DIRECT' }],
    [{ rules: '# password: canary' }, 'rules', {}],
    [{ ruleSets: [{ name: 'r', type: 'http', behavior: 'domain', url: 'https://l.example/x?t=canary' }] }, 'ruleSets', {}],
    [{ ruleSets: [{ name: 'r', type: 'http', behavior: 'domain', url: 'https://l.example/canary0a1b2c3d4e5f6' }] }, 'ruleSets', {}],
    [{ ruleSets: [{ name: 'r', type: 'inline', behavior: 'domain', rules: ['https://u:canary@l.example'] }] }, 'ruleSets', {}],
    [{ listMirror: 'https://m.example/?canary' }, 'mirror', {}],
    [{ groupEdits: { G: { url: 'https://g.example/sub/canary' } } }, 'groups', {}],
    [{ groupEdits: { G: { members: [{ kind: 'pattern', pattern: '', where: { server: 'canary.example' } }] } } }, 'groups', {}],
    [{ mapping: [{ source: 'canary.example', group: 'G' }, { group: 'H' }] }, 'mapping', { mapping: [{ group: 'H' }] }],
    [{ nameInclude: 'token=canary' }, 'filters', {}],
    [{ prefix: 'uuid: canary' }, 'naming', {}],
  ])('%j: what may be secret is left out and named', (common, kind, open) => {
    expect(sharedSettings(withCommon(EMPTY_RECIPE, common))).toEqual({ settings: open, leftOut: [kind] })
  }) // oxfmt-ignore

  test('hold nothing secret, wherever in the settings it stands', () => {
    const secrets = [
      'trojan://canary@a.example:443#A', 'https://user:canary@a.example/list', 'https://a.example/list?token=canary',
      'https://a.example/s/canary', 'https://a.example/canary0a1b2c3d4e5f6', 'password: canary', '"uuid":"canary"',
      'Authorization: Bearer canary-canary', 'token=canary', `vmess://${btoa('{"id":"canary"}')}`,
    ] // oxfmt-ignore
    const places = placesOf(ALL)
    const leaks = secrets.flatMap((secret) =>
      places
        .filter((place) => JSON.stringify(sharedSettings(modelOf(withText(ALL, place, secret)))).includes('canary'))
        .map((place) => `${secret} at ${place.join('.')}`),
    )
    expect(places.length).toBeGreaterThan(40)
    expect(leaks).toEqual([])
  })

  test('are read from a link that was made before outputs were called so', () => {
    const link = '#settings=1.eyJ0YXJnZXQiOiJzaW5nYm94Iiwic2luZ2JveFZlcnNpb24iOiIxLjE0IiwidHVuIjp0cnVlLCJ0ZW1wbGF0ZSI6ImZ1bGwiLCJydWxlcyI6IkRPTUFJTixhLmV4YW1wbGUsRElSRUNUIiwicHJlZml4IjoiQS0ifQ'
    const settings = { output: 'singbox', singboxVersion: '1.14', tun: true, template: 'full', rules: 'DOMAIN,a.example,DIRECT', prefix: 'A-' } as const
    expect(readSettings(link)).toEqual({ settings, dropped: [] })
    expect(settingsFragment(settings)).toBe(link)
  }) // oxfmt-ignore

  test('that are too long are left out, the longest first', () => {
    const rules = Array.from({ length: 1500 }, (_, index) => `DOMAIN,${index}.example,DIRECT`).join('\n')
    const lists = Array.from({ length: 4000 }, (_, index) => `${index}.example`)
    const recipe = withCommon(EMPTY_RECIPE, {
      rules: rules.slice(0, 39_000),
      ruleSets: [{ name: 'long', type: 'inline', behavior: 'domain', rules: lists }],
    })
    const { settings, leftOut } = sharedSettings(recipe)
    expect([Object.keys(settings), leftOut]).toEqual([['rules'], ['ruleSets']])
    expect(typeof readSettings(settingsFragment(settings))).toBe('object')
  })
})

describe('a fragment that anybody may have written', () => {
  test.each<[unknown, unknown, SettingKind[]]>([
    [{ secret: 'x', drawnSecret: 'x', providers: [{ name: 'p', url: 'https://p.example' }], nothing: 1 }, {}, []],
    [{ target: 'toString', mixedPort: 70_000, allowLan: 'yes' }, {}, ['target', 'advanced']],
    [{ template: { name: 'x', text: 'mixed-port: 1' } }, {}, ['template']],
    [{ rules: 'x'.repeat(40_001), prefix: 'x'.repeat(41) }, {}, ['rules', 'naming']],
    [{ groupEdits: { G: { members: [{ kind: 'constructor' }] } } }, {}, ['groups']],
    [{ groupEdits: { G: { type: 'select', evil: 1 } } }, { groupEdits: { G: { type: 'select' } } }, []],
    [{ ruleSets: [{ name: 'x' }], mapping: Array.from({ length: 501 }, () => ({})) }, {}, ['ruleSets', 'mapping']],
    [JSON.parse('{"__proto__": {"tun": true}, "groupNames": {"__proto__": "x"}}'), {}, ['groups']],
  ])('is believed only where it is known and well-formed (%#)', (given, settings, dropped) => {
    expect(readSettings(fragmentOf(given))).toEqual({ settings, dropped })
  })

  test.each<[string, string]>([
    ['#settings=', 'broken'],
    ['#settings=1.', 'broken'],
    ['#settings=1.%%%', 'broken'],
    ['#settings=1.gICA', 'broken'],
    [fragmentOf([]), 'broken'],
    [fragmentOf('text'), 'broken'],
    [`#settings=1.${'A'.repeat(70_000)}`, 'broken'],
    ['#settings=2.e30', 'newer'],
  ])('is said to be of no use where it is (%#)', (hash, issue) => {
    expect(readSettings(hash)).toBe(issue)
  })
})

type Place = readonly (string | number)[]

/** Where texts of one's own stand. */
function placesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value === 'string') return [at]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => placesOf(one, [...at, key]))
}

function withText<T>(value: T, [key, ...rest]: Place, text: string): T {
  if (key === undefined) return text as T
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string | number, unknown>
  copy[key] = withText(copy[key], rest, text)
  return copy as T
}
