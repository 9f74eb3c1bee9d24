import { expect, describe, test } from 'vitest'
import { SERVICE_SAMPLES } from './sample-services.ts'
import {
  knownServices,
  linkIn,
  requestOf,
  type ServiceMistake,
  serviceMistakes,
  type ShortService,
} from './short-service.ts'

const JSON_SERVICE: ShortService = {
  id: 'a',
  name: 'Mine',
  method: 'POST',
  url: 'https://short.example/api',
  headerName: 'Authorization',
  headerValue: 'Bearer {token}',
  body: 'json',
  template: '{"long": "{url}", "deep": {"slug": "{code}", "n": 1}, "text": "to {url}"}',
  answerPath: 'data.links[0].url',
}
const VALUES = { url: 'https://例.example/?a="b"&c=d#{code}', code: 'home', token: 'canary"\n' }

describe('a value is written as its place wants it', () => {
  test('in JSON', () => {
    const { body, headers, ...request } = requestOf(JSON_SERVICE, { ...VALUES, token: 'key' })
    expect(request).toEqual({ address: 'https://short.example/api', method: 'POST', isLook: false })
    expect(headers).toEqual({ Authorization: 'Bearer key', 'Content-Type': 'application/json' })
    expect(JSON.parse(body!)).toEqual({ long: VALUES.url, deep: { slug: 'home', n: 1 }, text: `to ${VALUES.url}` })
  })

  test('in a form, in base64 too', () => {
    const service = { ...JSON_SERVICE, body: 'form', template: 'longUrl={url:base64}&u={url}&shortKey={code}' } as const
    const sent = new URLSearchParams(requestOf(service, VALUES).body)
    expect(
      new TextDecoder().decode(Uint8Array.from(atob(sent.get('longUrl')!), (letter) => letter.codePointAt(0)!)),
    ).toBe(VALUES.url)
    expect([sent.get('u'), sent.get('shortKey')]).toEqual([VALUES.url, 'home'])
  })

  test('in an address, without a body', () => {
    const service = { ...JSON_SERVICE, method: 'GET', url: 'https://short.example/new?u={url}&c={code}' } as const
    const { address, body, headers } = requestOf(service, VALUES)
    expect(Object.fromEntries(new URL(address).searchParams)).toEqual({ u: VALUES.url, c: 'home' })
    expect([body, headers['Content-Type']]).toEqual([undefined, undefined])
  })

  test('a field with nothing but a code is left out where nobody wants one', () => {
    expect(JSON.parse(requestOf(JSON_SERVICE, { ...VALUES, code: '' }).body!)).toMatchObject({ deep: { n: 1 } })
    expect(requestOf(JSON_SERVICE, { ...VALUES, code: '' }).body).not.toContain('slug')
    const form = { ...JSON_SERVICE, body: 'form', template: 'u={url}&k={code}' } as const
    expect(new URLSearchParams(requestOf(form, { ...VALUES, code: '' }).body).has('k')).toBe(false)
  })
})

test.each<[string, Partial<ShortService>, Partial<Record<string, ServiceMistake>>]>([
  ['a whole one', {}, {}],
  ['no name', { name: ' ' }, { name: 'empty' }],
  ['http', { url: 'http://short.example/' }, { url: 'not-https' }],
  ['a host to be filled in', { url: 'https://{url}' }, { url: 'not-https' }],
  ['no place for the address', { template: '{"a": 1}' }, { template: 'no-url' }],
  ['no place for it in the address of a GET', { method: 'GET' }, { url: 'no-url' }],
  ['a template that is no JSON', { template: '{url}' }, { template: 'not-json' }],
  ['a header that is none', { headerName: 'a b' }, { headerName: 'header' }],
  ['a line too many', { headerValue: 'a\r\nb: {token}' }, { headerName: 'header' }],
  ['a key in the header', { headerValue: 'Bearer canary-key' }, { headerValue: 'key' }],
  ['a key in the address', { url: 'https://short.example/?api_key=canary' }, { url: 'key' }],
  ['a password in the address', { url: 'https://a:b@short.example/' }, { url: 'key' }],
  ['a key in the template', { template: '{"url": "{url}", "token": "canary"}' }, { template: 'key' }],
  ['a key in a form', { body: 'form', template: 'url={url}&password=canary' }, { template: 'key' }],
])('%s', (_, change, mistakes) => {
  const service = { ...JSON_SERVICE, ...change }
  expect(serviceMistakes(service)).toEqual(mistakes)
  // What has a mistake is not read back: a key that came in by a file is not kept on.
  expect(knownServices([service])).toHaveLength(Object.keys(mistakes).length === 0 ? 1 : 0)
})

test('every sample is sound once it has a name', () => {
  for (const sample of Object.values(SERVICE_SAMPLES)) {
    const named = { ...sample, id: 'a', name: 'x', url: sample.url || 'https://short.example/' }
    expect([sample.name, serviceMistakes(named)]).toEqual([sample.name, {}])
  }
})

test.each([
  ['{"data": {"links": [{"url": "https://s.example/1"}]}}', 'data.links[0].url', { url: 'https://s.example/1' }],
  ['{"data": {"links": [{"url": "https://s.example/1"}]}}', '$.data.links.0.url', { url: 'https://s.example/1' }],
  [' https://s.example/1\n', '', { url: 'https://s.example/1' }],
  ['<html>', 'url', { mistake: 'not-json' }],
  ['{"a": 1}', 'url', { mistake: 'no-such-path' }],
  ['{"a": 1}', '__proto__.constructor', { mistake: 'no-such-path' }],
  ['{"a": 1}', 'a', { mistake: 'not-an-address' }],
  ['{"a": "javascript:alert(1)"}', 'a', { mistake: 'not-an-address' }],
  ['Error: no', '', { mistake: 'not-an-address' }],
])('%j at %j', (answer, path, found) => {
  expect(linkIn(answer, path)).toEqual(found)
})
