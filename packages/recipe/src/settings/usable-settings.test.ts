import { describe, expect, test } from 'vitest'
import { checkOptions } from '../check-options.ts'
import { Converter } from '../converter.ts'
import type { BuildRequest } from '../model/build-result.ts'
import type { ConvertSettings } from '../model/convert-settings.ts'
import { NO_EDITS } from '../model/nodes/edits.ts'
import { SAMPLE_SETTINGS } from './sample-settings.ts'
import { usableSettings } from './usable-settings.ts'

const usable = (change: Partial<ConvertSettings>, lang: 'zh-CN' | 'en-US' = 'en-US') =>
  usableSettings({ ...SAMPLE_SETTINGS, ...change }, lang)

const deskWith = (...names: string[]) => {
  const desk = new Converter()
  const link = (name: string) => `trojan://s3cret@${name.length}.example.com:443#${encodeURIComponent(name)}`
  desk.read('text', '', names.map(link).join('\n'))
  const request = (change: Partial<ConvertSettings>): BuildRequest => ({
    sources: ['text'], edits: NO_EDITS, settings: { ...SAMPLE_SETTINGS, ...change }, lang: 'en-US', listMirror: '', steps: [],
  }) // oxfmt-ignore
  return { desk, request }
}

describe('rows that cannot be used', () => {
  test('are told at their field, and the others apply', () => {
    const { settings, errors } = usable({
      mapping: [{ name: '(', group: 'A' }, { name: 'HK', group: 'A' }, { name: 'unfinished' }],
      groupEdits: { Auto: { filter: '[', url: 'ftp://example.com', interval: 60 } },
    })
    expect(settings.mapping).toEqual([{ name: 'HK', group: 'A' }])
    expect(settings.groupEdits).toEqual({ Auto: { interval: 60 } })
    expect(Object.keys(errors)).toEqual(['mapping.0.name', 'groupEdits.Auto.filter', 'groupEdits.Auto.url'])
    expect(errors['groupEdits.Auto.url']).toBe('the address must begin with http:// or https://')
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('a group may be called %s', (name) => {
    const groupNames = Object.fromEntries([[name, 'A']])
    expect(Object.entries(usable({ groupNames }).settings.groupNames)).toEqual([[name, 'A']])
  })

  test.each([
    ['{\n  "rules": [,]\n}', 'zh-CN', '第 2 行解析失败'],
    ['{\n  "rules": [,]\n}', 'en-US', 'Parse failed at line 2'],
    ['[]', 'en-US', 'route'],
    ['{ // mine\n "final": "direct", }', 'en-US', undefined],
    ['', 'en-US', undefined],
  ] as const)('a route %j is told in %s with its line', (route, lang, words) => {
    const { errors } = usable({ route }, lang)
    if (words === undefined) expect(errors).toEqual({})
    else expect(errors['route']).toContain(words)
  })

  test('a regex is explained in both languages', () => {
    const wrong = { nameInclude: '(HK' }
    expect(usable(wrong, 'zh-CN').errors['nameInclude']).toContain('缺少右括号')
    expect(usable(wrong, 'en-US').errors['nameInclude']).toMatch(/missing closing/i)
  })

  test('what only mihomo can run is left to it, and told for sing-box', () => {
    const edits = { groupEdits: { Auto: { filter: '(?<!x)HK`(H)K\\1`(?>HK)' } } }
    expect(usable(edits).errors).toEqual({})
    expect(Object.keys(usable({ ...edits, output: 'singbox' }).errors)).toEqual(['groupEdits.Auto.filter'])
  })

  test.each([
    ['http without an address', { type: 'http' as const, url: 'ads.list' }, 'url'],
    ['an address inside', { type: 'http' as const, url: 'http://192.168.1.1/x' }, 'url'],
    ['a path that names no repository file', { type: 'http' as const, path: 'owner/repo' }, 'path'],
    [
      'mrs of the classical kind',
      { type: 'http' as const, url: 'https://example.com/x.mrs', format: 'mrs' as const },
      'format',
    ],
    ['a name the core keeps', { type: 'http' as const, url: 'https://example.com/x', name: 'default' }, 'name'],
    ['no time between updates', { type: 'http' as const, url: 'https://example.com/x', interval: 0 }, 'interval'],
  ])('a rule set: %s', (_, row, field) => {
    const { settings, errors } = usable({ ruleSets: [{ name: 'ads', behavior: 'classical', ...row }] })
    expect(settings.ruleSets).toEqual([])
    expect(Object.keys(errors)).toEqual([`ruleSets.0.${field}`])
  })

  test('a rule set of a repository has its address, and its file is told', () => {
    const { settings, files } = usable({
      ruleSets: [
        { name: 'ads', type: 'http', behavior: 'domain', path: 'ACL4SSR/ACL4SSR/Clash/BanAD.list', group: 'X' },
      ],
    })
    expect(settings.ruleSets).toEqual([
      {
        name: 'ads', type: 'http', behavior: 'domain', format: 'text', group: 'X',
        url: 'https://raw.githubusercontent.com/ACL4SSR/ACL4SSR/master/Clash/BanAD.list',
      },
    ]) // oxfmt-ignore
    expect(files).toEqual({ 0: './providers/ads.txt' })
  })

  test('lines of a pasted rule set that are no rules are told at the field, the others are used', () => {
    const row = { name: 'mine', type: 'inline' as const, behavior: 'domain' as const }
    const { settings, errors } = usable({
      ruleSets: [
        { ...row, rules: ['+.a.example', '', 'DOMAIN,b.example', 'a b'] },
        { ...row, name: 'none', rules: ['x y', 'x y', 'x y', 'x y', 'x y'] },
      ],
    })
    expect(settings.ruleSets.map(({ name }) => name)).toEqual(['mine'])
    expect(errors['ruleSets.0.rules']!.split('\n')).toEqual([
      'Rule set mine, line 3: DOMAIN,b.example → Not an entry of a list of behavior domain: left out',
      expect.stringMatching(/^Rule set mine, line 4: a b → Invalid domain/),
    ])
    expect(errors['ruleSets.1.rules']).toMatch(/\nRule set none: 2 more lines are no rules$/)
  })

  test('two groups may not swap names', () => {
    const { settings, errors } = usable({ groupNames: { A: 'B', B: 'A' } })
    expect(settings.groupNames).toEqual({ A: 'B' })
    expect(Object.keys(errors)).toEqual(['groupNames.B'])
  })

  test('a provider needs an address of the web; an empty row is not yet one', () => {
    const { settings, errors } = usable({
      providers: [
        { name: 'a', url: '' },
        { name: 'b', url: 'file:///etc/passwd' },
        { name: 'c', url: 'https://sub.example.com/x', healthUrl: 'nonsense' },
        { name: 'd', url: 'https://sub.example.com/x', password: 'p' },
      ],
    })
    expect(settings.providers.map(({ name }) => name)).toEqual(['d'])
    expect(Object.keys(errors)).toEqual(['providers.1.url', 'providers.2.healthUrl'])
  })
})

describe('what the options come to', () => {
  test('the name filters tell how many nodes each takes out', () => {
    const { desk, request } = deskWith('HK 1', 'HK 22 old', 'hk 333', 'JP 4444')
    const check = checkOptions(desk, request({ nameInclude: '^HK', nameExclude: 'old' }), [])
    expect(check.takenOut).toEqual({ include: 1, exclude: 1 })
    expect(checkOptions(desk, request({}), []).takenOut).toEqual({})
  })

  test('a filter that looks ahead is understood', () => {
    const { desk, request } = deskWith('HK 1', 'HK 22 expire')
    expect(checkOptions(desk, request({ nameInclude: '^(?!.*expire).*$' }), [])).toMatchObject({
      errors: {},
      takenOut: { include: 1 },
    })
  })

  test('a filter that is no regex counts as text, and says so', () => {
    const { desk, request } = deskWith('HK [1', 'JP 22')
    const check = checkOptions(desk, request({ nameInclude: 'hk [' }), [])
    expect(check.takenOut.include).toBe(1)
    expect(check.errors['nameInclude']).toBeTruthy()
  })

  test('a group that does not exist is told with those that may have been meant', () => {
    const { desk, request } = deskWith('HK 1')
    const settings = { rest: 'Selct', mapping: [{ group: 'Auto' }], final: 'DIRECT' }
    expect(checkOptions(desk, request(settings), ['Select', 'Auto'])).toMatchObject({
      unknownGroups: { Selct: ['Select'] },
      newGroups: {},
    })
    const mapped = checkOptions(desk, request({ rest: 'Mine', mapping: [{ group: 'Mine' }] }), ['Select', 'Auto'])
    expect(mapped).toMatchObject({ unknownGroups: {}, newGroups: { Mine: [] } })
  })
})

describe('groups of the template', () => {
  const { desk, request } = deskWith('HK 1', 'JP 22')
  const groups = (change: Partial<ConvertSettings>) => desk.build(request({ template: 'standard', ...change }))

  test('those that no node is in are told', () => {
    const { templateGroups = [] } = groups({ groupEdits: { Auto: { filter: 'nobody' } } })
    const empty = templateGroups.filter(({ isEmpty }) => isEmpty).map(({ name }) => name)
    expect(empty).toContain('Auto')
    expect(empty).toContain('United States nodes')
    expect(empty).not.toContain('Japan nodes')
    expect(templateGroups.find(({ name }) => name === 'Japan nodes')).toMatchObject({ members: 1, region: 'JP' })
  })

  test('DIRECT fills one, and a deleted one is still there to be brought back', () => {
    const { templateGroups = [], outline } = groups({
      groupEdits: { Auto: { filter: 'nobody', withDirect: true }, AI: { removed: true } },
    })
    expect(templateGroups.find(({ name }) => name === 'Auto')).toMatchObject({ isEmpty: false, members: 1 })
    expect(templateGroups.map(({ name }) => name)).toContain('AI')
    expect(outline!.groups.find(({ name }) => name === 'Auto')!.members).toEqual(['DIRECT'])
    expect(outline!.groups.map(({ name }) => name)).not.toContain('AI')
  })

  test('stand in the order that was asked for', () => {
    const { outline } = groups({ template: 'minimal', groupOrder: ['Auto', 'Select'] })
    expect(outline!.groups.map(({ name }) => name)).toEqual(['Auto', 'Direct', 'Final', 'Select'])
  })

  test('a change of a group that only another template has makes no group', () => {
    const { outline } = groups({
      template: 'minimal',
      groupEdits: { 'Japan nodes': { type: 'select' }, Mine: { added: true } },
    })
    expect(outline!.groups.map(({ name }) => name)).toEqual(['Select', 'Auto', 'Direct', 'Final', 'Mine'])
  })
})

test.each(['mihomo', 'clash', 'singbox'] as const)('rules that were pasted stand in the result for %s', (output) => {
  const { desk, request } = deskWith('HK 1')
  const { settings } = usableSettings(
    request({
      output,
      groupEdits: { Auto: { filter: 'nobody', withDirect: true } },
      ruleSets: [{ name: 'mine', type: 'inline', behavior: 'domain', rules: ['+.pasted.example', ''], group: 'Auto' }],
    }).settings,
    'en-US',
  )
  const { text, outline, issues } = desk.build(request(settings))
  expect(text).toContain('pasted.example')
  expect(outline!.groups.find(({ name }) => name === 'Auto')!.members).toHaveLength(1)
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
})
