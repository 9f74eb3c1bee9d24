import { API, FailureEnvelope, type FailureData } from '@switchyard/contract'
import { describe, expect, test } from 'vitest'
import { app } from '../../test-app.ts'

const ONE = 'trojan://password@a.example.com:443#One'
const TWO = 'trojan://password@b.example.com:443#Two'
const HEADERS = { origin: 'http://localhost:3000', 'content-type': 'application/json' }

const recipe = (change: object = {}) =>
  JSON.stringify({
    switchyard: 'recipe',
    version: 1,
    target: 'mihomo',
    common: { template: 'minimal', prefix: 'R ' },
    sources: [{ name: 'mine', text: ONE }],
    ...change,
  })
const ADDRESS = { id: 'air', kind: 'url', name: 'Air', url: 'https://sub.example.com/x', prefix: 'Air ' }

type Given = Record<string, unknown>

function ask(given: Given, environment: Record<string, string> = {}) {
  const body = JSON.stringify({ recipe: recipe(), ...given })
  const host = environment['SITE_URL'] ? new URL(environment['SITE_URL']).host : 'localhost:3000'
  const headers = { ...HEADERS, host, origin: environment['SITE_URL'] ?? HEADERS.origin }
  return app(environment)('/api/recipes/apply', headers, { method: 'POST', body })
}

async function applied(given: Given = {}, environment: Record<string, string> = {}) {
  const answer = await ask(given, environment)
  const { code, data } = (await answer.json()) as { code: number; data: unknown }
  expect([answer.status, code, answer.headers.get('cache-control')]).toEqual([200, 200, 'private, no-store'])
  return API['POST /api/recipes/apply'].data.parse(data)
}

async function failed(given: Given): Promise<FailureData & { status: number; msg?: string }> {
  const answer = await ask(given)
  const { data, msg } = FailureEnvelope.parse(await answer.json())
  return { status: answer.status, ...data, ...(msg === undefined ? {} : { msg }) }
}

describe('a recipe is applied', () => {
  test('to the texts that were saved with it', async () => {
    const { text, report } = await applied()
    expect(text).toContain('name: "R One"')
    expect(report).toMatchObject({ entries: 1, nodes: 1, output: 1, deleted: 0 })
  })

  test('to texts of today, with what an address told of its subscription', async () => {
    const { text, report } = await applied({
      recipe: recipe({ sources: [ADDRESS] }),
      texts: { air: { text: `${TWO}\nss://broken`, subscription: { total: 5 } } },
    })
    expect(text).toContain('name: "R Air Two"')
    expect(report).toMatchObject({ entries: 2, skipped: 1, output: 1, subscription: { total: 5 } })
    expect(report.issues).toContainEqual(expect.objectContaining({ source: 'Air', line: 2, severity: 'error' }))
  })

  test('with rule lists', async () => {
    const url = 'https://lists.example.com/ads.yaml'
    const ruleSets = [{ name: 'ads', type: 'http', behavior: 'domain', format: 'yaml', url, group: 'REJECT' }]
    const given = recipe({ target: 'clash', common: { template: 'minimal', ruleSets } })
    const { text } = await applied({ recipe: given, lists: { [url]: 'payload:\n  - "+.ads.example.com"\n' } })
    expect(text).toContain('DOMAIN-SUFFIX,ads.example.com,REJECT')
  })

  test('for another client than it names', async () => {
    const { text } = await applied({ client: 'singbox' })
    expect(JSON.parse(text)).toMatchObject({ outbounds: expect.any(Array) as unknown })
  })

  test('with the day, the counts and a link to its settings at the head, where it asks for them', async () => {
    const given = { recipe: recipe({ common: { template: 'minimal', prefix: 'R ', headComment: true } }) }
    const site = { SITE_URL: 'https://switchyard.example', CONVERT_API: 'public' }
    const [day, counts, link] = (await applied(given, site)).text.split('\n')
    expect(day).toMatch(/^# Switchyard \d{4}-\d\d-\d\d$/)
    expect(counts).toContain('1')
    expect(link).toMatch(/^# https:\/\/switchyard\.example\/convert[?#]\S+$/)
    expect((await applied()).text).not.toMatch(/^#/)
  })

  test('and its controller has a secret that nobody else has, or the one of the recipe', async () => {
    const secrets = [(await applied()).text, (await applied()).text].map((text) => /secret: (\S+)/.exec(text)?.[1])
    expect(secrets[0]).toMatch(/^["']?[0-9a-f]{32}/)
    expect(secrets[0]).not.toBe(secrets[1])
    for (const key of ['secret', 'drawnSecret'])
      expect((await applied({ recipe: recipe({ common: { [key]: 'saved-with-it' } }) })).text).toContain(
        'saved-with-it',
      )
  })
})

describe('what cannot be done is said', () => {
  test.each<[title: string, given: Given, field: string]>([
    ['no recipe', { recipe: undefined }, 'recipe'],
    ['a recipe that is no text', { recipe: {} }, 'recipe'],
    ['a recipe that is no JSON', { recipe: '{' }, 'recipe'],
    ['a recipe so deep that no reader comes to its end', { recipe: '['.repeat(1_000_000) }, 'recipe'],
    ['a target that there is not', { recipe: recipe({ target: 'surge' }) }, 'recipe.target'],
    ['a client that there is not', { client: 'surge' }, 'client'],
    ['a text for no source', { texts: { other: ONE } }, 'texts.other'],
    ['an address without its text', { recipe: recipe({ sources: [ADDRESS] }) }, 'texts.air'],
    ['an unknown key', { script: 'x' }, ''],
    ['an unknown language', { locale: 'fr' }, 'locale'],
  ])('%s', async (_, given, field) => {
    expect(await failed(given)).toMatchObject({ status: 400, error: 'bad-request', field })
  })

  test('what of a recipe is not known is reported with the result', async () => {
    const { report } = await applied({ recipe: recipe({ colour: 'red' }), locale: 'en-US' })
    expect(report.issues[0]).toMatchObject({
      code: 'recipe-unknown',
      message: 'The recipe says colour, which is not known here: it was left out',
    })
  })

  test('a recipe of a later version, in words for a person', async () => {
    const later = await failed({ recipe: recipe({ version: 99 }), locale: 'zh-CN' })
    expect([later.status, later.msg]).toEqual([400, expect.stringMatching(/[\u4e00-\u9fff]/)])
  })

  test('an address that is switched off needs no text', async () => {
    const sources = [{ text: ONE }, { ...ADDRESS, enabled: false }]
    expect((await applied({ recipe: recipe({ sources }) })).report).toMatchObject({ output: 1 })
  })

  test('no node: what became of each entry, those that a person deleted too', async () => {
    const removed = ['text|trojan|a.example.com|443|One']
    const none = await failed({ recipe: recipe({ edits: { removed } }), locale: 'zh-CN' })
    expect(none).toMatchObject({ status: 422, error: 'not-convertible', reason: 'no-nodes', msg: '节点为空' })
    expect(none.report).toMatchObject({ entries: 1, nodes: 1, deleted: 1, output: 0 })
  })

  test('more nodes than the server takes', async () => {
    const text = Array.from({ length: 20_001 }, (_, at) => `trojan://p@a.example.com:443#${at}`).join('\n')
    const given = { recipe: recipe({ sources: [{ text }] }), client: 'links' }
    expect(await failed(given)).toMatchObject({ status: 422, error: 'too-many-nodes' })
  })

  test('a template, or a source, with more aliases than the server takes of a visitor', async () => {
    const aliases = (count: number) => `a: &a DIRECT\nb: [${'*a, '.repeat(count)}]\n`
    const node = 'proxies: [{name: A, type: http, server: a.example.com, port: 1}]\n'
    const own = (count: number) => ({ common: { template: { name: 'own', text: `${node}${aliases(count)}` } } })
    expect((await applied({ recipe: recipe(own(100)) })).report).toMatchObject({ output: 1 })
    expect(await failed({ recipe: recipe(own(101)) })).toMatchObject({
      error: 'not-convertible',
      reason: 'bad-template',
    })
    const source = (count: number) => recipe({ sources: [{ text: node + aliases(count) }] })
    expect((await applied({ recipe: source(100) })).report).toMatchObject({ output: 1 })
    expect((await failed({ recipe: source(101) })).report?.issues).toMatchObject([{ code: 'yaml-aliases', line: 3 }])
  })

  test('more text than the server takes', async () => {
    expect(await failed({ texts: { text: 'x'.repeat(5 * 1024 * 1024) } })).toMatchObject({ status: 413 })
  })
})

describe('who may apply a recipe', () => {
  test.each<[title: string, environment: Record<string, string>, status: number]>([
    ['everybody on this machine', {}, 200],
    ['nobody where others may ask and nothing is set', { SITE_URL: 'https://switchyard.example' }, 401],
    ['everybody where that is set', { SITE_URL: 'https://switchyard.example', CONVERT_API: 'public' }, 200],
    ['nobody where it is off', { CONVERT_API: 'off' }, 404],
  ])('%s', async (_, environment, status) => {
    expect((await ask({}, environment)).status).toBe(status)
  })

  test('it counts as a conversion: both may be asked 60 times a minute together', async () => {
    const asked = app()
    const text = JSON.stringify({ sources: [{ text: ONE }], client: 'links' })
    for (let count = 0; count < 60; count++) await asked('/api/convert', HEADERS, { method: 'POST', body: text })
    const body = JSON.stringify({ recipe: recipe() })
    expect((await asked('/api/recipes/apply', HEADERS, { method: 'POST', body })).status).toBe(429)
  })
})
