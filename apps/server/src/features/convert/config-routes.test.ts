import { API, FailureEnvelope, type FailureData } from '@switchyard/contract'
import { describe, expect, test } from 'vitest'
import type { Deps } from '../../deps.ts'
import { EngineError } from '../../shared/engine-error.ts'
import { app } from '../../test-app.ts'

const CONFIG = `proxies:
- {name: A, type: socks5, server: 192.0.2.1, port: 1}
proxy-groups:
- {name: Streaming, type: select, proxies: [A, DIRECT]}
rules:
- DOMAIN-SUFFIX,example.com,Streaming
- MATCH,Streamimg
`
const MENDED = CONFIG.replace('Streamimg', 'DIRECT')

type Asked = 'POST /api/check' | 'POST /api/explain'

function ask(name: Asked, given: object, environment: Record<string, string> = {}, deps: Partial<Deps> = {}) {
  const site = environment['SITE_URL'] ?? 'http://localhost:3000'
  const headers = { host: new URL(site).host, origin: site, 'content-type': 'application/json' }
  return app(environment, deps)(name.slice('POST '.length), headers, { method: 'POST', body: JSON.stringify(given) })
}

async function answered(name: Asked, given: object): Promise<unknown> {
  const answer = await ask(name, given)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: unknown }).data
}

const checked = async (given: object) => API['POST /api/check'].data.parse(await answered('POST /api/check', given))
const explained = async (given: object) => API['POST /api/explain'].data.parse(await answered('POST /api/explain', given)) // oxfmt-ignore

async function failed(name: Asked, given: object, deps: Partial<Deps> = {}): Promise<FailureData & { status: number }> {
  const answer = await ask(name, given, {}, deps)
  return { status: answer.status, ...FailureEnvelope.parse(await answer.json()).data }
}

describe('a config is checked', () => {
  test('as its client reads it, each issue with its place, its words and what mends it', async () => {
    const result = await checked({ text: CONFIG, locale: 'zh-CN' })
    expect(result).toMatchObject({ client: 'mihomo', errors: 1 })
    expect(result.issues[0]).toMatchObject({ severity: 'error', line: 7, path: '/rules/1' })
    expect(result.issues[0]!.message).toMatch(/[\u4e00-\u9fff]/)
    const slip = `allow-lann: true\n${MENDED}`
    const [edit] = (await checked({ text: slip })).issues[0]!.fix!.edits
    expect(slip.slice(0, edit!.from) + edit!.text + slip.slice(edit!.to)).toBe(`allow-lan: true\n${MENDED}`)
    expect(await checked({ text: MENDED })).toMatchObject({ errors: 0 })
  })

  test('for the client and the version that are asked about', async () => {
    const text = '{"outbounds": [{"type": "direct", "tag": "a"}]}'
    expect(await checked({ text, client: 'sing-box', version: '1.13' })).toMatchObject({
      client: 'sing-box',
      version: '1.13',
    })
    expect((await checked({ text: MENDED, client: 'xray' })).errors).toBeGreaterThan(0)
  })
})

describe('a connection is explained', () => {
  test('by the rule that takes it, with the groups on its way, in words too', async () => {
    const questions = [{ host: 'www.example.com' }, { host: 'other.example', port: 443 }]
    const { client, answers } = await explained({ text: MENDED, questions, locale: 'en-US' })
    expect(client).toBe('mihomo')
    expect(answers).toMatchObject([
      { rule: { index: 0, line: 6 }, groups: ['Streaming'], node: 'A', reason: { code: 'fits' } },
      { rule: { index: 1, line: 7 }, groups: [], node: 'DIRECT', reason: { code: 'takes-all' } },
    ])
    expect(answers[0]!.why).toBe('DOMAIN-SUFFIX example.com fits www.example.com')
  })

  test('with the texts of its rule lists, and without them it says which it would need', async () => {
    const url = 'https://lists.example.com/a.txt'
    const text = `rule-providers:\n  ads: {type: http, behavior: domain, format: text, url: "${url}"}\nrules:\n- RULE-SET,ads,REJECT\n- MATCH,DIRECT\n`
    const given = { text, questions: [{ host: 'ads.example.com' }] }
    const without = await explained(given)
    expect([without.lists, without.answers[0]!.node]).toEqual([[expect.objectContaining({ url })], 'DIRECT'])
    expect((await explained({ ...given, lists: { [url]: '+.ads.example.com\n' } })).answers[0]!.node).toBe('REJECT')
  })
})

describe('what cannot be done is said', () => {
  const host = [{ host: 'a.example' }]
  test.each<[title: string, name: Asked, given: object, field: string]>([
    ['an unknown client', 'POST /api/check', { text: CONFIG, client: 'surge' }, 'client'],
    ['an output that is no client', 'POST /api/check', { text: CONFIG, client: 'links' }, 'client'],
    ['a version that is none', 'POST /api/check', { text: CONFIG, version: 'new' }, 'version'],
    ['no text', 'POST /api/check', {}, 'text'],
    ['an unknown language', 'POST /api/check', { text: CONFIG, locale: 'fr' }, 'locale'],
    ['no question', 'POST /api/explain', { text: CONFIG, questions: [] }, 'questions'],
    ['a question about nothing', 'POST /api/explain', { text: CONFIG, questions: [{ port: 1 }] }, 'questions.0'],
    [
      'an address that is none',
      'POST /api/explain',
      { text: CONFIG, questions: [...host, { ip: 'x' }] },
      'questions.1.ip',
    ],
    ['no config', 'POST /api/explain', { text: '[]', client: 'xray', questions: host }, 'text'],
  ])('%s', async (_, name, given, field) => {
    expect(await failed(name, given)).toMatchObject({ status: 400, error: 'bad-request', field })
  })

  test('an answer that would be too large for everybody else', async () => {
    const nodes = Array.from({ length: 4000 }, (_, at) => `${'N'.repeat(200)}${at}`)
    const text = JSON.stringify({ 'proxy-groups': [{ name: 'G', type: 'url-test', proxies: nodes }], proxies: nodes.map((name) => ({ name, type: 'socks5', server: 'a.example', port: 1 })), rules: ['MATCH,G'] }) // oxfmt-ignore
    const one = { host: 'a.example' }
    expect((await explained({ text, client: 'mihomo', questions: [one] })).answers).toMatchObject([
      { nodes: { length: nodes.length } },
    ])
    const all = Array.from({ length: 20 }, () => one)
    expect(await failed('POST /api/explain', { text, client: 'mihomo', questions: all })).toMatchObject({
      status: 422,
      error: 'too-much-work',
    })
  })

  test.each<[Asked]>([['POST /api/check'], ['POST /api/explain']])(
    '%s takes as long as a conversion may',
    async (name) => {
      const engine = () => Promise.reject(new EngineError('timeout'))
      expect(await failed(name, { text: CONFIG, ...(name.endsWith('explain') ? { questions: host } : {}) }, { engine })).toMatchObject({ status: 422, error: 'too-much-work' }) // oxfmt-ignore
    },
  )
})

test.each<[title: string, environment: Record<string, string>, status: number]>([
  ['everybody on this machine', {}, 200],
  ['nobody where others may ask and nothing is set', { SITE_URL: 'https://switchyard.example' }, 401],
  ['everybody where that is set', { SITE_URL: 'https://switchyard.example', CONVERT_API: 'public' }, 200],
  ['nobody where it is off', { CONVERT_API: 'off' }, 404],
])('who may convert may check and ask: %s', async (_, environment, status) => {
  expect((await ask('POST /api/check', { text: MENDED }, environment)).status).toBe(status)
  const questions = [{ host: 'a.example' }]
  expect((await ask('POST /api/explain', { text: MENDED, questions }, environment)).status).toBe(status)
})
