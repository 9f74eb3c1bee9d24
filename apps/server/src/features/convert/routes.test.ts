import { API, type ConvertReport, FailureEnvelope, type FailureData } from '@switchyard/contract'
import { describe, expect, test } from 'vitest'
import type { Deps } from '../../deps.ts'
import type { EngineJob } from '../../engine/engine-job.ts'
import { EngineError, type EngineFailure } from '../../shared/engine-error.ts'
import type { Asker } from '../../shared/asker.ts'
import { app } from '../../test-app.ts'

const ONE = 'trojan://password@a.example.com:443#One'
const TWO = `${ONE}\nss://broken`

type Given = Record<string, unknown>

function ask(given: Given | string, environment: Record<string, string> = {}, deps: Partial<Deps> = {}) {
  const body =
    typeof given === 'string' ? given : JSON.stringify({ sources: [{ text: ONE }], client: 'mihomo', ...given })
  const host = environment['SITE_URL'] ? new URL(environment['SITE_URL']).host : 'localhost:3000'
  const origin = environment['SITE_URL'] ?? 'http://localhost:3000'
  const headers = { host, origin, 'content-type': 'application/json', 'content-length': String(body.length) }
  return app(environment, deps)('/api/convert', headers, { method: 'POST', body })
}

async function converted(given: Given): Promise<{ text: string; report: ConvertReport }> {
  const answer = await ask(given)
  const { code, data } = (await answer.json()) as { code: number; data: unknown }
  expect([answer.status, code, answer.headers.get('cache-control')]).toEqual([200, 200, 'private, no-store'])
  return API['POST /api/convert'].data.parse(data)
}

async function failed(
  given: Given | string,
  deps: Partial<Deps> = {},
): Promise<FailureData & { status: number; msg?: string }> {
  const answer = await ask(given, {}, deps)
  const { data, msg } = FailureEnvelope.parse(await answer.json())
  return { status: answer.status, ...data, ...(msg === undefined ? {} : { msg }) }
}

describe('a text is converted', () => {
  test.each([
    ['mihomo', 'proxies:'],
    ['sing-box', '"outbounds"'],
    ['singbox', '"outbounds"'],
    ['xray', '"outbounds"'],
    ['links', 'trojan://'],
  ])('for %s', async (client, part) => {
    const { text, report } = await converted({ client, sources: [{ text: TWO }] })
    expect(text).toContain(part)
    expect(report).toMatchObject({ entries: 2, nodes: 1, skipped: 1, output: 1 })
  })

  test('with issues in the words of the wanted language', async () => {
    const { report } = await converted({ sources: [{ name: 'mine', text: TWO }], locale: 'zh-CN' })
    expect(report.issues[0]).toMatchObject({ source: 'mine', line: 2, severity: 'error' })
    expect(report.issues[0]!.message).toMatch(/[\u4e00-\u9fff]/)
  })

  test('with its rule lists at this server, where that is wanted', async () => {
    const site = { SITE_URL: 'https://switchyard.example', CONVERT_API: 'public' }
    const answer = await ask({ options: { listsThroughServer: true } }, site)
    const { data } = (await answer.json()) as { data: { text: string } }
    expect(data.text).toContain('https://switchyard.example/rules/ACL4SSR/ACL4SSR/Clash/ProxyMedia.list?ref=master')
    expect(data.text).not.toContain('raw.githubusercontent.com')
    expect((await converted({})).text).toContain('https://raw.githubusercontent.com/ACL4SSR/ACL4SSR/master/')
  })

  test('with its options', async () => {
    const { text } = await converted({ options: { prefix: 'A ', list: true, template: 'minimal' } })
    expect(text).toContain('A One')
    expect(text).not.toContain('proxy-groups')
  })

  test('and its controller has a secret that nobody else has', async () => {
    const secrets = [(await converted({})).text, (await converted({})).text].map(
      (text) => /secret: (\S+)/.exec(text)?.[1],
    )
    expect(secrets[0]).toMatch(/^["']?[0-9a-f]{32}/)
    expect(secrets[0]).not.toBe(secrets[1])
    expect((await converted({ options: { secret: 'mine-and-known' } })).text).toContain('mine-and-known')
  })
})

describe('what cannot be done is said', () => {
  test.each<[title: string, given: Given | string, field: string]>([
    ['no JSON', 'nonsense', ''],
    ['an unknown client', { client: 'nonsense' }, 'client'],
    ['no source', { sources: [] }, 'sources'],
    ['a source without a text', { sources: [{ name: 'a' }] }, 'sources.0.text'],
    ['an unknown option', { options: { script: 'x' } }, 'options'],
    ['an unknown template', { options: { template: 'mine' } }, 'options.template'],
    ['a prototype for a template', { options: { template: '__proto__' } }, 'options.template'],
    ['an unknown version', { options: { singBoxVersion: '0.1' } }, 'options.singBoxVersion'],
    ['an unknown version of Xray', { options: { xrayVersion: '25.1' } }, 'options.xrayVersion'],
    ['an unknown type', { options: { exclude: ['nonsense'] } }, 'options.exclude'],
    ['an unknown language', { locale: 'fr' }, 'locale'],
  ])('%s', async (_, given, field) => {
    expect(await failed(given)).toMatchObject({ status: 400, error: 'bad-request', field })
  })

  test('no node: why, in words for a person, and what became of each entry', async () => {
    const none = await failed({ sources: [{ text: 'nothing' }], locale: 'zh-CN' })
    expect(none).toMatchObject({ status: 422, error: 'not-convertible', reason: 'no-nodes', msg: '节点为空' })
    expect(none.report).toMatchObject({ entries: 1, skipped: 1 })
  })

  test('more nodes than the server takes', async () => {
    const text = Array.from({ length: 20_001 }, (_, at) => `trojan://p@a.example.com:443#${at}`).join('\n')
    expect(await failed({ sources: [{ text }], client: 'links' })).toMatchObject({
      status: 422,
      error: 'too-many-nodes',
    })
  })

  test('a text with more aliases than the server takes', async () => {
    const text = `proxies: [{name: A, type: http, server: a.example.com, port: 1}]\na: &a x\nb: [${'*a, '.repeat(101)}]\n`
    expect((await failed({ sources: [{ text }] })).report?.issues).toMatchObject([{ code: 'yaml-aliases', line: 3 }])
  })

  test('more text than the server takes', async () => {
    const text = 'x'.repeat(5 * 1024 * 1024)
    expect(await failed({ sources: [{ text }] })).toMatchObject({ status: 413, error: 'body-too-large' })
  })

  test.each<[EngineFailure, number, string]>([
    ['timeout', 422, 'too-much-work'],
    ['memory', 422, 'too-much-work'],
    ['busy', 503, 'unavailable'],
    ['stopped', 503, 'unavailable'],
    ['crashed', 500, 'internal'],
  ])('an engine that ends with %s', async (reason, status, error) => {
    const engine = () => Promise.reject(new EngineError(reason))
    expect(await failed({}, { engine })).toMatchObject({ status, error })
  })
})

describe('who may convert', () => {
  test.each<[title: string, environment: Record<string, string>, status: number]>([
    ['everybody on this machine', {}, 200],
    ['nobody where others may ask and nothing is set', { SITE_URL: 'https://switchyard.example' }, 401],
    ['nobody where the server listens for others', { HOST: '0.0.0.0' }, 401],
    ['everybody where that is set', { SITE_URL: 'https://switchyard.example', CONVERT_API: 'public' }, 200],
    ['nobody where it is off', { CONVERT_API: 'off' }, 404],
  ])('%s', async (_, environment, status) => {
    expect((await ask({}, environment)).status).toBe(status)
  })

  test('one visitor may ask 60 times a minute', async () => {
    const asked = app()
    const body = JSON.stringify({ sources: [{ text: ONE }], client: 'links' })
    const headers = { origin: 'http://localhost:3000', 'content-type': 'application/json' }
    const statuses: number[] = []
    for (let count = 0; count < 61; count++)
      statuses.push((await asked('/api/convert', headers, { method: 'POST', body })).status)
    expect([statuses.slice(0, 60).every((status) => status === 200), statuses[60]]).toEqual([true, 429])
  })
})

test('a visitor who goes away ends the work', async () => {
  const visit = new AbortController()
  const engine = (_: EngineJob, { signal }: Asker) =>
    new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new EngineError('cancelled')))
      visit.abort()
    })
  const headers = { origin: 'http://localhost:3000', 'content-type': 'application/json' }
  const body = JSON.stringify({ sources: [{ text: ONE }], client: 'links' })
  const answer = await app({}, { engine })('/api/convert', headers, { method: 'POST', body, signal: visit.signal })
  expect(answer.status).toBe(499)
})
