import { describe, expect, test } from 'vitest'
import { apply } from '../apply.ts'
import { EMPTY_RECIPE, type Recipe } from '../model/recipe.ts'
import type { FoundImport } from './found.ts'
import { readImport } from './read-import.ts'

const SUB = 'https://sub.example.com/a?token=canary'

/** What of an import is looked at; a mistake fails the test. */
function found(given: Parameters<typeof readImport>[0]): FoundImport {
  const read = readImport(given)
  if ('mistake' in read) throw new Error(read.mistake)
  return read
}

const subStore = (more: object) =>
  JSON.stringify({ schemaVersion: '2.0', subs: [], collections: [], settings: {}, ...more })
const remote = (name: string, more: object = {}) => ({
  name,
  displayName: '',
  source: 'remote',
  url: SUB,
  process: [],
  ...more,
})

describe('a backup of Sub-Store', () => {
  test.each<[string, object, object[], object[]]>([
    ['an address', remote('a'), [{ name: 'a', body: SUB, notes: [] }], []],
    ['its own title', remote('a', { displayName: '主力' }), [{ name: '主力', body: SUB }], []],
    ['arguments behind the #', remote('a', { url: `${SUB}#noCache&insecure` }), [{ body: SUB, notes: [{ code: 'address-arguments' }] }], []],
    ['several addresses', remote('a', { url: `${SUB}\n\n https://b.example.com/ ` }), [
      { name: 'a', body: SUB, notes: [{ code: 'several-addresses', at: '2' }] },
      { name: 'a 2', body: 'https://b.example.com/', notes: [{ code: 'several-addresses', at: '2' }, { code: 'name-changed', at: 'a' }] },
    ], []],
    ['a user agent that we have', remote('a', { ua: 'clash.meta/v1.19.0' }), [{ userAgent: 'mihomo', notes: [] }], []],
    ['a user agent of its own', remote('a', { ua: 'Quantumult%20X' }), [{ notes: [{ code: 'user-agent' }] }], []],
    ['a proxy to fetch through', remote('a', { proxy: 'DIRECT' }), [{ notes: [{ code: 'through-proxy' }] }], []],
    ['text of its own', { name: 'own', source: 'local', content: 'trojan://p@a.example.com:443#A' }, [{ name: 'own', body: 'trojan://p@a.example.com:443#A' }], []],
    ['text of its own and an address', { ...remote('a'), source: 'local', content: 'ss://x', mergeSources: 'localFirst' }, [
      { name: 'a', body: 'ss://x', notes: [{ code: 'both-kinds' }] },
      { name: 'a 2', body: SUB },
    ], []],
    ['no address', remote('a', { url: '' }), [], [{ kind: 'source', name: 'a', code: 'no-content' }]],
    ['a path on its machine', remote('a', { url: '/tmp/nodes.txt' }), [], [{ kind: 'source', name: 'a', code: 'no-address' }]],
    ['a text that is too long', { name: 'a', source: 'local', content: 'x'.repeat(128 * 1024 + 1) }, [], [{ kind: 'source', name: 'a', code: 'too-long' }]],
    ['a name that is too long', remote('节'.repeat(70)), [{ name: '节'.repeat(64), notes: [{ code: 'name-changed', at: '节'.repeat(70) }] }], []],
    ['a name of the language itself', remote('__proto__'), [{ name: '__proto__' }], []],
  ])('has a source with %s', (_, sub, items, left) => {
    const read = found(subStore({ subs: [sub] }))
    expect(read.items).toMatchObject(items)
    expect(read.items).toHaveLength(items.length)
    expect(read.left).toEqual(left)
  }) // oxfmt-ignore

  test('is read in base64 too, as its gist holds it, and in its first form', () => {
    const text = subStore({ subs: [remote('主力')] })
    const packed = Buffer.from(text)
      .toString('base64')
      .replace(/(.{76})/g, '$1\n')
    expect(found(packed).items).toMatchObject([{ name: '主力' }])
    expect(found(subStore({ subs: { a: { name: 'a', url: SUB, 'display-name': 'A' } } })).items).toMatchObject([
      { name: 'A' },
    ])
  })

  test('keeps its tokens and keys to itself: they are counted, and in nothing that is found', () => {
    const read = found(
      subStore({
        subs: [remote('a', { url: 'https://a.example.com/' })],
        settings: { gistToken: 'canary-gist', ageSecretKey: 'canary-age', syncTime: 1, githubUser: 'me' },
        tokens: [{ token: 'canary-share', type: 'sub', name: 'a' }],
      }),
    )
    expect(read.secrets).toBe(3)
    expect(JSON.stringify(read)).not.toContain('canary')
    expect(read.left).toEqual([{ kind: 'share', name: 'a', code: 'unknown-kind' }])
  })

  test('names what is no source: files, artifacts, modules', () => {
    const read = found(
      subStore({
        files: [{ name: 'config', type: 'mihomoProfile' }],
        artifacts: [{ name: 'sync', type: 'collection' }],
        modules: [{ name: 'module' }],
      }),
    )
    expect(read.left.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'file config',
      'artifact sync',
      'module module',
    ])
  })

  const process = (type: string, args: unknown, more: object = {}) => ({ type, args, ...more })
  test.each<[string, object, object[], object[]]>([
    ['useless ones left out', process('Useless Filter', {}), [{ kind: 'filter', keeps: false, match: { info: true } }], []],
    ['a pattern kept', process('Regex Filter', { regex: ['(?i)hk'], keep: true }), [{ kind: 'filter', keeps: true, match: { name: 'hk' } }], []],
    ['patterns left out', process('Regex Filter', { regex: ['香港', 'HK'], keep: false }), [{ kind: 'filter', keeps: false, match: { name: '(?:香港)|(?:(?-i)HK)' } }], []],
    ['a pattern with a back-reference', process('Regex Filter', { regex: ['(a)\\1'], keep: true }), [], [{ code: 'pattern', at: 'Regex Filter' }]],
    ['a region kept', process('Region Filter', { value: ['UK'], keep: true }), [{ kind: 'filter', keeps: true, match: { region: 'GB' } }], []],
    ['regions left out', process('Region Filter', { value: ['HK', 'TW'], keep: false }), [
      { kind: 'filter', keeps: false, match: { region: 'HK' } },
      { kind: 'filter', keeps: false, match: { region: 'TW' } },
    ], []],
    ['regions kept', process('Region Filter', ['HK', 'TW']), [], [{ code: 'keeps-several', at: 'Region Filter: HK, TW' }]],
    ['types left out', process('Type Filter', { value: ['vless'], keep: false }), [{ kind: 'filter', keeps: false, match: { type: 'vless' } }], []],
    ['renames', process('Regex Rename Operator', [{ expr: '香港', now: 'HK' }, { expr: '(\\d+)x', now: '$1 x' }, { expr: 'a', now: '$&' }]), [
      { kind: 'replace', pattern: '香港', to: 'HK' },
      { kind: 'replace', pattern: '(\\d+)x', to: '$1 x' },
    ], [{ code: 'pattern', at: 'Regex Rename Operator' }]],
    ['deletions', process('Regex Delete Operator', ['专线']), [{ kind: 'replace', pattern: '专线', to: '' }], []],
    ['flags', process('Flag Operator', { mode: 'add' }), [{ kind: 'flag', adds: true }], []],
    ['flags taken away', process('Flag Operator', { mode: 'remove' }), [{ kind: 'flag', adds: false }], []],
    ['an order', process('Sort Operator', 'desc'), [{ kind: 'sort', by: 'name', isDescending: true }], []],
    ['any order', process('Sort Operator', 'random'), [], [{ code: 'random-order', at: 'Sort Operator' }]],
    ['equal names deleted', process('Handle Duplicate Operator', { action: 'delete' }), [{ kind: 'unique', by: 'name' }], []],
    ['equal servers deleted', process('Handle Duplicate Operator', { action: 'delete', field: ['server', 'port'] }), [{ kind: 'unique', by: 'address' }], []],
    ['equal names numbered', process('Handle Duplicate Operator', { action: 'rename' }), [], [{ code: 'own-numbers', at: 'Handle Duplicate Operator' }]],
    ['settings', process('Quick Setting Operator', { useless: 'ENABLED', udp: 'ENABLED', tfo: 'DEFAULT', scert: 'DISABLED', 'ip-version': 'prefer-v4', ecn: 'ENABLED' }), [
      { kind: 'filter', keeps: false, match: { info: true } },
      { kind: 'set', field: 'udp', value: true },
      { kind: 'set', field: 'insecure', value: false },
      { kind: 'set', field: 'ipVersion', value: 'ipv4-prefer' },
    ], [{ code: 'operator', at: 'Quick Setting Operator: ecn' }]],
    ['what is switched off', process('Flag Operator', { mode: 'add' }, { disabled: true }), [{ kind: 'flag', adds: true, isOff: true }], []],
    ['a script', process('Script Operator', { content: 'canary()' }), [], [{ code: 'script', at: 'Script Operator' }]],
    ['resolved names', process('Resolve Domain Operator', {}), [], [{ code: 'operator', at: 'Resolve Domain Operator' }]],
    ['a type of the language itself', process('constructor', {}), [], [{ code: 'operator', at: 'constructor' }]],
  ])('has %s as steps', (_, operator, steps, notes) => {
    const [recipe] = found(subStore({ subs: [remote('a', { process: [operator] })] })).recipes
    expect(recipe).toEqual({ name: 'a', items: ['a#0'], steps, notes, oldPath: '/download/a' })
  }) // oxfmt-ignore

  test('has collections as recipes of their sources, by name and by tag, each with its own steps', () => {
    const read = found(
      subStore({
        subs: [
          remote('a', {
            process: [
              { type: 'Flag Operator', args: { mode: 'add' } },
              { type: 'Sort Operator', args: 'asc' },
            ],
          }),
          remote('b', { tag: ['home'], process: [{ type: 'Regex Filter', args: { regex: ['x'], keep: true } }] }),
          remote('c'),
        ],
        collections: [
          {
            name: 'all',
            subscriptions: ['a', 'gone'],
            subscriptionTags: ['home'],
            process: [{ type: 'Sort Operator', args: 'asc' }],
          },
          { name: 'empty', subscriptions: ['gone'] },
        ],
      }),
    )
    expect(read.recipes.at(-1)).toEqual({
      name: 'all',
      items: ['a#0', 'b#0'],
      steps: [
        { kind: 'flag', adds: true, match: { source: 'a' } },
        { kind: 'sort', by: 'name', isDescending: false },
      ],
      notes: [
        { code: 'no-source', at: 'gone' },
        { code: 'of-one-source', at: 'Sort Operator' },
        { code: 'of-one-source', at: 'Regex Filter' },
      ],
      oldPath: '/download/collection/all',
    })
    expect(read.left).toEqual([{ kind: 'collection', name: 'empty', code: 'no-source' }])
  })

  test('does to nodes as a recipe what it did to them there', () => {
    const read = found(
      subStore({
        subs: [
          remote('a', { process: [{ type: 'Regex Filter', args: { regex: ['过期', 'HK'], keep: false } }] }),
          remote('b', { process: [{ type: 'Regex Rename Operator', args: [{ expr: '日本', now: 'JP' }] }] }),
        ],
        collections: [{ name: 'all', subscriptions: ['a', 'b'], process: [{ type: 'Sort Operator', args: 'asc' }] }],
      }),
    )
    const { steps } = read.recipes.find(({ name }) => name === 'all')!
    const linkTo = (name: string, at: number) => `trojan://p@h${at}.example.com:443#${encodeURIComponent(name)}`
    const texts = new Map([
      ['a', ['HK 1', 'US hk 2', 'US 1'].map(linkTo).join('\n')],
      ['b', ['日本 1', 'HK 9'].map(linkTo).join('\n')],
    ])
    const recipe: Recipe = {
      ...EMPTY_RECIPE,
      sources: ['a', 'b'].map((id) => ({ id, name: id, kind: 'url', text: '', enabled: true })),
      steps: steps.map((step, at) => Object.assign({ id: String(at) }, step)),
    }
    const names = apply(recipe, { texts })
      .rows.filter(({ outcome }) => outcome === 'output')
      .map(({ name }) => name)
    expect(names).toEqual(['HK 9', 'JP 1', 'US 1', 'US hk 2'])
  })
})

describe('the profiles of clash-verge-rev', () => {
  const YAML = `current: R1
items:
- uid: R1
  type: remote
  name: 主力
  file: R1.yaml
  url: ${SUB}
  selected: [{name: A, now: B}]
  extra: {upload: 0, download: 1, total: 2, expire: 3}
  updated: 1700000000
  option: {user_agent: clash-verge/v2.4.3, update_interval: 1440, merge: m1, script: s1}
- {uid: L1, type: local, name: own, file: L1.yaml}
- {uid: m1, type: merge, name: null, file: m1.yaml}
- {uid: s1, type: script, name: null, file: s1.js}
- {uid: Merge, type: merge, name: null, file: Merge.yaml}
`
  const files = (more: Record<string, string> = {}) =>
    new Map(
      Object.entries({
        'profiles.yaml': YAML,
        'profiles/L1.yaml': 'proxies:\n- {name: a, type: ss}\n',
        'profiles/m1.yaml':
          '# Profile Enhancement Merge Template for Clash Verge\n\nprofile:\n  store-selected: true\n',
        'profiles/s1.js':
          '// Define main function (script entry)\n\nfunction main(config, profileName) {\n  return config;\n}\n',
        'profiles/Merge.yaml': '# Profile Enhancement Merge Template for Clash Verge\n',
        ...more,
      }),
    )

  test('are addresses and files, and nothing is told of changes that change nothing', () => {
    expect(found(files())).toEqual({
      from: 'clash-verge',
      items: [
        { key: 'R1', name: '主力', body: SUB, userAgent: 'clash-verge', intervalS: 86_400, notes: [] },
        { key: 'L1', name: 'own', body: 'proxies:\n- {name: a, type: ss}', notes: [] },
      ],
      recipes: [],
      left: [],
      secrets: 0,
    })
  })

  test('are told of where they are changed by scripts and merges, which are not carried over', () => {
    const read = found(
      files({
        'profiles/s1.js': 'function main(config) {\n  config.rules = []\n  return config;\n}\n',
        'profiles/m1.yaml': 'dns: {enable: true}\n',
        'profiles/Merge.yaml': 'mode: global\n',
      }),
    )
    expect(read.items[0]!.notes).toEqual([
      { code: 'enhanced', at: 'merge' },
      { code: 'script', at: 'script' },
    ])
    expect(read.left).toEqual([{ kind: 'enhancement', name: 'Merge', code: 'unknown-kind', at: 'merge' }])
  })

  test('without their files: what stands in these is said to be missing', () => {
    const read = found(YAML)
    expect(read.items.map(({ name }) => name)).toEqual(['主力'])
    expect(read.left).toEqual([
      { kind: 'source', name: 'own', code: 'file-missing' },
      { kind: 'enhancement', name: '3', code: 'file-missing' },
    ])
  })

  test.each<[string, string, object]>([
    ['a short interval', 'option: {update_interval: 1}', { intervalS: 600, notes: [{ code: 'interval', at: '1' }] }],
    ['any certificate', 'option: {danger_accept_invalid_certs: true}', { notes: [{ code: 'unchecked-certificate' }] }],
    ['its own proxy', 'option: {self_proxy: true}', { notes: [{ code: 'through-proxy' }] }],
  ])('of an address that is asked with %s', (_, option, item) => {
    const text = `items:\n- {uid: R, type: remote, name: a, url: 'https://a.example.com/', ${option}}\n`
    expect(found(text).items).toMatchObject([item])
  })
})

test.each<[string, string | Map<string, string>, string]>([
  ['nothing', '', 'unknown'],
  ['a config', 'proxies: []\n', 'unknown'],
  ['a list of something', '[1, 2]', 'unknown'],
  ['a backup that is sealed', '-----BEGIN AGE ENCRYPTED FILE-----\nx', 'encrypted'],
  ['a backup of nothing', subStore({}), 'empty'],
  ['a hundred thousand brackets', `{"subs":${'['.repeat(100_000)}`, 'unknown'],
  ['aliases that grow', `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'.replaceAll(/./g, (name) => `${name}: &${name} [*${String.fromCharCode(name.charCodeAt(0) - 1)},*${String.fromCharCode(name.charCodeAt(0) - 1)},*${String.fromCharCode(name.charCodeAt(0) - 1)},*${String.fromCharCode(name.charCodeAt(0) - 1)},*${String.fromCharCode(name.charCodeAt(0) - 1)}]\n`)}items: *i\n`, 'unknown'],
  ['an archive without profiles', new Map([['a', '1'], ['b', '2']]), 'unknown'],
])('%s is no backup that can be read', (_, given, mistake) => {
  expect(readImport(given)).toEqual({ mistake })
}) // oxfmt-ignore

test('of ten thousand sources five hundred are read, and it is said of the others', () => {
  const read = found(subStore({ subs: Array.from({ length: 10_000 }, (_, at) => remote(`s${at}`)) }))
  expect(read.items).toHaveLength(500)
  expect(read.left[0]).toEqual({ kind: 'source', name: 's500', code: 'too-many' })
})

describe('an export of an account of ours', () => {
  const account = (more: object = {}) =>
    JSON.stringify({
      switchyard: 'account',
      version: 1,
      subscriptions: [
        { id: 'i1', name: 'Airport', body: SUB, userAgent: 'mihomo', intervalS: 43_200, prefix: 'Air ', text: 'x' },
        { id: 'i2', name: 'Own', body: 'trojan://p@a.example.com:443#A', intervalS: 43_200 },
      ],
      outputs: [
        { id: 'o1', name: 'Home', recipe: '{"switchyard":"recipe"}', items: { a: 'i1', b: 'i2' }, client: 'singbox' },
      ],
      ...more,
    })

  test('gives its sources back with all that was said of them, and what was published by its own recipe', () => {
    expect(found(account())).toEqual({
      from: 'switchyard',
      items: [
        { key: 'i1', name: 'Airport', body: SUB, userAgent: 'mihomo', intervalS: 43_200, prefix: 'Air ', notes: [] },
        { key: 'i2', name: 'Own', body: 'trojan://p@a.example.com:443#A', intervalS: 43_200, notes: [] },
      ],
      recipes: [
        {
          name: 'Home',
          items: ['i1', 'i2'],
          steps: [],
          notes: [],
          oldPath: '/sub/…',
          whole: { file: '{"switchyard":"recipe"}', items: { a: 'i1', b: 'i2' }, client: 'singbox' },
        },
      ],
      left: [],
      secrets: 0,
    })
  })

  test('gives a config back that was published as it is, to the letter', () => {
    const text = '# mine\r\nport: 1 \n'
    const output = { id: 'o2', kind: 'text', name: 'Config', text, client: 'mihomo' }
    expect(found(account({ outputs: [output] })).recipes).toEqual([
      { name: 'Config', items: [], steps: [], notes: [], oldPath: '/sub/…', config: { text, client: 'mihomo' } },
    ])
  })

  test.each([
    ['as a text without one', { outputs: [{ kind: 'text', name: 'Home', text: ' ' }] }, 'no-content'],
    ['without its recipe', { outputs: [{ name: 'Home', items: {} }] }, 'no-content'],
    ['of a source that is not in it', { outputs: [{ name: 'Home', recipe: '{}', items: { a: 'gone' } }] }, 'no-source'],
  ])('names what was published %s', (_, more, code) => {
    expect(found(account(more))).toMatchObject({ recipes: [], left: [{ kind: 'collection', name: 'Home', code }] })
  })

  test('of a later form is not read', () => {
    expect(readImport(account({ version: 2 }))).toEqual({ mistake: 'unknown' })
  })

  test('may be the settings of a browser with its sources', () => {
    const file = (more: object) => JSON.stringify({ product: 'switchyard', version: 1, ui: {}, ...more })
    const subscriptions = [{ id: 'a', name: 'Home', body: SUB, prefix: 'H ' }]
    expect(found(file({ subscriptions }))).toEqual({
      from: 'switchyard',
      items: [{ key: 'a', name: 'Home', body: SUB, prefix: 'H ', notes: [] }],
      recipes: [],
      left: [],
      secrets: 0,
    })
    expect(readImport(file({}))).toEqual({ mistake: 'unknown' })
  })
})
