import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkConfig } from '../check/check-config.ts'
import type { ClientId } from '../clients/facts.ts'
import { findNode, valueOf } from '../document/document-node.ts'
import { isRecord } from '../text/record.ts'
import { editForm, type FormEdit } from './edit-form.ts'
import type { FieldValue, FormField, FormFields } from './form-fields.ts'
import { type ConfigForm, openForm } from './open-form.ts'
import { FORM_SECTIONS } from './shared/form-layout.ts'

const MIHOMO = `# mine
mixed-port: 7890 # the port
mode: rule
my-key: {a: 1} # kept
dns:
  # names
  enable: true
  nameserver: ['1.1.1.1', 8.8.8.8] # both
  fallback:
    # first
    - tls://1.1.1.1 # one
    - tls://8.8.8.8
proxies:
  - {name: Tokyo, type: ss, server: jp.example.com, port: 443, cipher: aes-128-gcm, password: "p"} # fast
  - name: Osaka
    type: http
    server: os.example.com
    port: 80
    dialer-proxy: Tokyo
proxy-providers:
  airport: {type: http, url: "https://sub.example.com"}
proxy-groups:
  - {name: Select, type: select, proxies: [Auto, Tokyo], use: [airport]}
  - name: Auto
    type: url-test
    proxies: [Tokyo, Osaka]
rule-providers:
  airport: {type: http, behavior: domain, url: "https://lists.example.com/ads.yaml"}
rules:
  # first
  - DOMAIN,a.example.com,Select # one
  - RULE-SET,airport,REJECT
  - MATCH,Select
`

const SINGBOX = `{
  // mine
  "inbounds": [
    {"type": "mixed", "tag": "in", "listen": "127.0.0.1", "listen_port": 7890} // the port
  ],
  "outbounds": [
    {"type": "selector", "tag": "Select", "outbounds": ["Tokyo", "direct"]},
    {"type": "shadowsocks", "tag": "Tokyo", "server": "jp.example.com", "server_port": 443, "method": "aes-128-gcm", "password": "p"}, // fast
    {"type": "direct", "tag": "direct"}
  ],
  "route": {
    "rules": [
      {"action": "sniff"}, // sniffing
      {"domain_suffix": "cn.example.com", "outbound": "direct"}
    ],
    "final": "Select"
  }
}
`

function open(text: string, client: ClientId): ConfigForm {
  return openForm(text, { client })!
}

async function edited(text: string, edit: FormEdit, client: ClientId = 'mihomo'): Promise<string> {
  const change = await editForm(open(text, client), edit)
  return 'refused' in change ? change.refused.map(({ code, args }) => [code, args?.['reason'], args?.['nearest']].filter(Boolean).join(' ')).join() : change.text // oxfmt-ignore
}

/** Lines that are gone (`-`) and lines that are new (`+`). */
function changed(before: string, after: string): string[] {
  const old = before.split('\n')
  const now = after.split('\n')
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `-${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+${line}`),
  ]
}

describe('an edit of a form changes these lines and no others', () => {
  test.each<[string, FormEdit, string[]]>([
    ['a number', { kind: 'set', path: ['mixed-port'], value: 7891 }, ['-mixed-port: 7890 # the port', '+mixed-port: 7891 # the port']], // oxfmt-ignore
    ['a switch', { kind: 'set', path: ['dns', 'enable'], value: false }, ['-  enable: true', '+  enable: false']],
    [
      'a secret in its quotes',
      { kind: 'set', path: ['proxies', 0, 'password'], value: 'q' },
      [
        '-  - {name: Tokyo, type: ss, server: jp.example.com, port: 443, cipher: aes-128-gcm, password: "p"} # fast',
        '+  - {name: Tokyo, type: ss, server: jp.example.com, port: 443, cipher: aes-128-gcm, password: "q"} # fast',
      ],
    ],
    [
      'one text of a list',
      { kind: 'set', path: ['dns', 'nameserver'], value: ['1.0.0.1', '8.8.8.8'] },
      ["-  nameserver: ['1.1.1.1', 8.8.8.8] # both", "+  nameserver: ['1.0.0.1', 8.8.8.8] # both"],
    ],
    [
      'a text between the others',
      { kind: 'set', path: ['dns', 'fallback'], value: ['tls://1.1.1.1', 'tls://9.9.9.9', 'tls://8.8.8.8'] },
      ['+    - tls://9.9.9.9'],
    ],
    ['a text less', { kind: 'set', path: ['dns', 'fallback'], value: ['tls://8.8.8.8'] }, ['-    - tls://1.1.1.1 # one']], // oxfmt-ignore
    ['an absent key', { kind: 'set', path: ['dns', 'ipv6'], value: true }, ['+  ipv6: true']],
    ['a key in a map that is not there', { kind: 'set', path: ['tun', 'mtu'], value: 1400 }, ['+tun:', '+  mtu: 1400']], // oxfmt-ignore
    ['back to the default', { kind: 'remove-key', path: ['mode'] }, ['-mode: rule']],
    ['an unknown key taken out', { kind: 'remove-key', path: ['my-key'] }, ['-my-key: {a: 1} # kept']],
    ['a rule between', { kind: 'insert', path: ['rules'], at: 1, text: 'DOMAIN,b.example.com,Select' }, ['+  - DOMAIN,b.example.com,Select']], // oxfmt-ignore
    [
      'another rule in its place',
      { kind: 'rewrite', path: ['rules', 0], text: 'DOMAIN,c.example.com,Select' },
      ['-  - DOMAIN,a.example.com,Select # one', '+  - DOMAIN,c.example.com,Select # one'],
    ],
    ['rules taken out', { kind: 'remove-items', path: ['rules'], indexes: [1] }, ['-  - RULE-SET,airport,REJECT']],
    [
      'a member moved',
      { kind: 'move', path: ['proxy-groups', 1, 'proxies'], from: 1, to: 0 },
      ['-    proxies: [Tokyo, Osaka]', '+    proxies: [Osaka, Tokyo]'],
    ],
    [
      'a new group',
      { kind: 'add-part', list: ['proxy-groups'], of: 'group', type: 'url-test' },
      [
        '+  - name: url-test',
        '+    proxies:',
        '+      - Tokyo',
        '+    url: https://www.gstatic.com/generate_204',
        '+    interval: 600',
        '+    tolerance: 50',
      ],
    ],
    [
      'a group renamed, and what names it',
      { kind: 'rename', of: 'group', from: 'Auto', to: 'Best' },
      [
        '-  - {name: Select, type: select, proxies: [Auto, Tokyo], use: [airport]}',
        '-  - name: Auto',
        '+  - {name: Select, type: select, proxies: [Best, Tokyo], use: [airport]}',
        '+  - name: Best',
      ],
    ],
    [
      'a rule set renamed, not the provider of the same name',
      { kind: 'rename', of: 'rule-set', from: 'airport', to: 'ads' },
      [
        '-  airport: {type: http, behavior: domain, url: "https://lists.example.com/ads.yaml"}',
        '-  - RULE-SET,airport,REJECT',
        '+  ads: {type: http, behavior: domain, url: "https://lists.example.com/ads.yaml"}',
        '+  - RULE-SET,ads,REJECT',
      ],
    ],
    [
      'a provider taken out, and where it is listed',
      { kind: 'remove-part', of: 'proxy-provider', name: 'airport' },
      [
        '-proxy-providers:',
        '-  airport: {type: http, url: "https://sub.example.com"}',
        '-  - {name: Select, type: select, proxies: [Auto, Tokyo], use: [airport]}',
        '+proxy-providers: {}',
        '+  - {name: Select, type: select, proxies: [Auto, Tokyo], use: []}',
      ],
    ],
  ])('%s', async (_, edit, lines) => {
    expect(changed(MIHOMO, await edited(MIHOMO, edit))).toEqual(lines)
  })

  test.each<[string, FormEdit, string[]]>([
    [
      'a number of sing-box',
      { kind: 'set', path: ['inbounds', 0, 'listen_port'], value: 7891 },
      [
        '-    {"type": "mixed", "tag": "in", "listen": "127.0.0.1", "listen_port": 7890} // the port',
        '+    {"type": "mixed", "tag": "in", "listen": "127.0.0.1", "listen_port": 7891} // the port',
      ],
    ],
    [
      'one text where one stands alone',
      { kind: 'set', path: ['route', 'rules', 1, 'domain_suffix'], value: ['a.example.com'] },
      [
        '-      {"domain_suffix": "cn.example.com", "outbound": "direct"}',
        '+      {"domain_suffix": "a.example.com", "outbound": "direct"}',
      ],
    ],
    [
      'a second text beside one',
      { kind: 'set', path: ['route', 'rules', 1, 'domain_suffix'], value: ['cn.example.com', 'a.example.com'] },
      [
        '-      {"domain_suffix": "cn.example.com", "outbound": "direct"}',
        '+      {"domain_suffix": ["cn.example.com", "a.example.com"], "outbound": "direct"}',
      ],
    ],
    [
      'a rule moved',
      { kind: 'move', path: ['route', 'rules'], from: 1, to: 0 },
      [
        '-      {"action": "sniff"}, // sniffing',
        '-      {"domain_suffix": "cn.example.com", "outbound": "direct"}',
        '+      {"domain_suffix": "cn.example.com", "outbound": "direct"},',
        '+      {"action": "sniff"} // sniffing',
      ],
    ],
    [
      'a new group',
      { kind: 'add-part', list: ['outbounds'], of: 'group', type: 'urltest' },
      [
        '-    {"type": "direct", "tag": "direct"}',
        '+    {"type": "direct", "tag": "direct"},',
        '+    {"type": "urltest", "tag": "urltest", "outbounds": ["Tokyo"], "url": "https://www.gstatic.com/generate_204", "interval": "10m", "tolerance": 50}',
      ],
    ],
    [
      'a rule as JSON',
      { kind: 'insert', path: ['route', 'rules'], at: 1, text: '{"domain":["x.example.com"],"outbound":"direct"}' },
      ['+      {"domain": ["x.example.com"], "outbound": "direct"},'],
    ],
    [
      'a group renamed, and what names it',
      { kind: 'rename', of: 'group', from: 'Select', to: 'Pick' },
      [
        '-    {"type": "selector", "tag": "Select", "outbounds": ["Tokyo", "direct"]},',
        '-    "final": "Select"',
        '+    {"type": "selector", "tag": "Pick", "outbounds": ["Tokyo", "direct"]},',
        '+    "final": "Pick"',
      ],
    ],
  ])('%s', async (_, edit, lines) => {
    expect(changed(SINGBOX, await edited(SINGBOX, edit, 'singbox'))).toEqual(lines)
  })

  test.each<[string, string, string[], string]>([
    ['the usual port', 'mode: rule\nrules:\n  - MATCH,DIRECT\n', ['mixed-port'], 'mode: rule\nmixed-port: 7890\nrules:\n  - MATCH,DIRECT\n'], // oxfmt-ignore
    ['the usual controller', '', ['external-controller'], 'external-controller: "127.0.0.1:9090"\n'],
    ['a key behind those of its section', 'mode: rule\nallow-lan: true\nipv6: true\nrules: []\n', ['bind-address'], 'mode: rule\nallow-lan: true\nbind-address: ""\nipv6: true\nrules: []\n'], // oxfmt-ignore
  ])('a new key begins with %s', async (_, text, path, after) => {
    expect(await edited(text, { kind: 'add-key', path })).toBe(after)
  })
})

test('new parts of sing-box begin with the usual port and controller', async () => {
  const inbound: FormEdit = { kind: 'add-part', list: ['inbounds'], of: 'inbound', type: 'mixed' }
  expect(changed(SINGBOX, await edited(SINGBOX, inbound, 'singbox'))).toContain(
    '+    {"type": "mixed", "tag": "mixed", "listen": "127.0.0.1", "listen_port": 7890}',
  )
  const controller: FormEdit = { kind: 'add-key', path: ['experimental', 'clash_api'] }
  expect(await edited(SINGBOX, controller, 'singbox')).toContain('"external_controller": "127.0.0.1:9090"')
})

test('a loop of groups is told with its path at the member that closes it', () => {
  const text = 'proxy-groups:\n  - {name: A, type: select, proxies: [B]}\n  - {name: B, type: select, proxies: [A]}\n'
  const loop = checkConfig(text, { client: 'mihomo' }).issues.find(({ code }) => code === 'names-loop')
  expect(loop?.args['names']).toBe('A → B → A')
  expect(open(text, 'mihomo').sectionOf(loop!.path)).toBe('groups')
})

describe('what cannot be done is told, and nothing is written', () => {
  test.each<[string, FormEdit, string]>([
    ['a name that is taken', { kind: 'rename', of: 'group', from: 'Auto', to: 'Select' }, 'name-taken'],
    ['a node that another one goes through', { kind: 'remove-part', of: 'node', name: 'Tokyo' }, 'name-used'],
    ['a place that is gone', { kind: 'set', path: ['rules', 9], value: 'x' }, 'change-refused not-a-map'],
    ['a list that is gone', { kind: 'move', path: ['listeners'], from: 0, to: 1 }, 'change-refused path-missing'],
  ])('%s', async (_, edit, refused) => {
    expect(await edited(MIHOMO, edit)).toBe(refused)
  })

  test('a rule of sing-box that is no JSON', async () => {
    expect(await edited(SINGBOX, { kind: 'insert', path: ['route', 'rules'], at: 0, text: 'DOMAIN,a,b' }, 'singbox')).toBe('bad-json json') // oxfmt-ignore
  })

  test('a text that cannot be read is not touched', async () => {
    expect(await edited('a: [1\n', { kind: 'set', path: ['mode'], value: 'rule' })).toBe('change-refused path-missing')
  })

  test('a value that an alias lends becomes one of its own', async () => {
    const text = 'dns:\n  nameserver: &n [1.1.1.1]\n  fallback: *n # same\n'
    const edit: FormEdit = { kind: 'set', path: ['dns', 'fallback'], value: ['9.9.9.9'] }
    expect(changed(text, await edited(text, edit))).toEqual([
      '-  fallback: *n # same',
      '+  fallback: ["9.9.9.9"] # same',
    ])
  })

  test('a change that aliases follow says where', async () => {
    const text = 'dns:\n  nameserver: &n [1.1.1.1]\n  fallback: *n\n'
    const change = await editForm(open(text, 'mihomo'), {
      kind: 'set',
      path: ['dns', 'nameserver'],
      value: ['9.9.9.9'],
    })
    expect(change).toMatchObject({ notes: [{ code: 'change-follows', args: { lines: '3' } }] })
  })
})

const FOLDER = new URL('../document/fixtures/', import.meta.url)
const FIXTURES = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(new URL(name, FOLDER), 'utf8') }))

/** All maps that a form shows of a config. */
function mapsOf(form: ConfigForm): FormFields[] {
  const inside = (map: FormFields): FormFields[] => [map, ...map.fields.flatMap((field) => (field.inside ? inside(field.inside) : []))] // oxfmt-ignore
  return FORM_SECTIONS.flatMap((id) => {
    const { maps, lists } = form.section(id)
    return [...maps, ...lists.flatMap(({ items }) => items.map(({ path }) => form.fields(path)))].flatMap(inside)
  })
}

/** Another value of the kind that a field takes. */
function otherValue({ control, value }: FormField, seed: number): FieldValue | undefined {
  if (control.kind === 'switch') return value !== true
  if (control.kind === 'number') return seed % 60_000
  if (control.kind === 'choice') return control.values[seed % control.values.length]
  if (control.kind === 'text') return `new ${seed}`
  if (control.kind !== 'texts' || !Array.isArray(value)) return undefined
  const at = seed % (value.length + 1)
  const gone = seed % 3 === 0 ? 0 : seed % 2
  return value.toSpliced(at, gone, ...(seed % 5 === 0 ? [] : control.isNumbers ? [String(seed)] : [`t${seed}`]))
}

describe('a form edit changes only its lines', () => {
  test.each(FIXTURES)('in $name', async ({ name, text }) => {
    const client = name.endsWith('.yaml') ? 'mihomo' : 'singbox'
    const form = open(text, client)
    const maps = mapsOf(form).filter(({ fields, absent }) => fields.length + absent.length > 0)
    if (maps.length === 0) return
    const lines = text.split('\n')
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.nat(),
        fc.nat(),
        fc.constantFrom('set', 'remove', 'add'),
        async (which, place, seed, kind) => {
          // oxfmt-ignore
          const { fields, absent, path } = maps[which % maps.length]!
          const field = fields[place % fields.length]
          const key = kind === 'add' ? absent[place % absent.length]?.key : field?.key
          if (key === undefined) return
          const at = [...path, key]
          const value = kind === 'set' && field ? otherValue(field, seed) : undefined
          if (kind === 'set' && value === undefined) return
          const edit: FormEdit = kind === 'set' ? { kind, path: at, value: value! } : kind === 'add' ? { kind: 'add-key', path: at } : { kind: 'remove-key', path: at } // oxfmt-ignore
          const change = await editForm(form, edit)
          if ('refused' in change) return
          const isShared = change.notes.length > 0
          const reopened = open(change.text, client)
          expect({ after: change.text, issue: reopened.document.issue }).toEqual({
            after: change.text,
            issue: undefined,
          })
          const now = change.text.split('\n')
          let top = 0
          while (top < lines.length && top < now.length && lines[top] === now[top]) top++
          let end = 0
          while (end < lines.length - top && end < now.length - top && lines.at(-1 - end) === now.at(-1 - end)) end++
          const touched = lines.slice(top, lines.length - end)
          if (kind === 'add') expect(touched.length).toBeLessThanOrEqual(2)
          // A key that a merge lends is written where it is lent to.
          else if (!isShared && !field!.isShared) {
            // A comma of the line before goes where the last key goes.
            const first = kind === 'remove' ? field!.line - 2 : field!.line - 1
            if (touched.length > 0) expect({ after: change.text, first: top >= first }).toEqual({ after: change.text, first: true }) // oxfmt-ignore
            // A text block keeps the blank lines behind it.
            let last = field!.endLine + 1
            while (lines[last - 1]?.trim() === '') last++
            if (touched.length > 0) expect(lines.length - end).toBeLessThanOrEqual(last)
          }
          const before = form.document.root && valueOf(form.document.root)
          const after = reopened.document.root && valueOf(reopened.document.root)
          if (isShared || text.includes('<<:')) return
          const there = findNode(reopened.document.root, at)
          expect({ after: change.text, isThere: there !== undefined }).toEqual({ after: change.text, isThere: kind !== 'remove' }) // oxfmt-ignore
          expect(without(after, at) ?? {}).toEqual(without(before, at) ?? {})
        },
      ),
      { numRuns: Number(process.env['FORM_RUNS'] ?? 40) },
    )
  })
})

/** A value without what stands at a path. */
function without(value: unknown, path: readonly (string | number)[]): unknown {
  const [step, ...rest] = path
  if (step === undefined || value === undefined) return undefined
  if (Array.isArray(value)) return value.with(Number(step), without(value[Number(step)], rest))
  if (!isRecord(value)) return value
  const inner = without(value[step], rest)
  const others = Object.entries(value).filter(([key]) => key !== step)
  // A map that an edit made or emptied counts as none.
  const isNothing = inner === undefined || inner === null || (isRecord(inner) && Object.keys(inner).length === 0)
  return Object.fromEntries(isNothing ? others : [...others, [step, inner]])
}
