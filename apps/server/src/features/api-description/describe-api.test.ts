import { Validator } from '@seriousme/openapi-schema-validator'
import type { ApiDescription, ApiOperation } from '@switchyard/contract'
import { LANGUAGE_HEADER } from '@switchyard/contract/language-header'
import { LANGS } from '@switchyard/convert/languages'
import { apiWords } from '@switchyard/locale'
import { expect, test } from 'vitest'
import { app, endpointsOn } from '../../test-app.ts'
import { isPublic } from './describe-api.ts'

const SITE = { SITE_URL: 'https://switchyard.example' }

async function described(environment: Record<string, string> = SITE, lang?: string): Promise<ApiDescription> {
  const host = environment['SITE_URL'] ? new URL(environment['SITE_URL']).host : 'localhost:3000'
  const answer = await app(environment)('/openapi.json', { host, ...(lang ? { [LANGUAGE_HEADER]: lang } : {}) })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
  return (await answer.json()) as ApiDescription
}

const operations = ({ paths }: ApiDescription): [name: string, operation: ApiOperation][] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, ApiOperation] => [
      `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      operation,
    ]),
  )

test.each([{}, SITE, { ...SITE, CONVERT_API: 'public' }, { ...SITE, CONVERT_API: 'off', RELAY: 'off' }])(
  'a public validator finds nothing wrong with the description of a server with %j',
  async (environment) => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate({ ...(await described(environment)) })
    expect([valid, errors, validator.version]).toEqual([true, undefined, '3.1'])
    // Every reference leads somewhere.
    expect(() => validator.resolveRefs()).not.toThrow()
  },
)

/** What anybody may ask, and no program does: files of the build, and what the pages sign people in with. */
const FOR_PAGES = [
  'GET /_build',
  'GET /_i18n/:build/:locale/:file',
  'GET /_shell/:locale',
  'GET /sitemap.xml',
  'GET /robots.txt',
  'GET /api/_nuxt_icon/:file',
  'GET /api/_auth/session',
  'DELETE /api/_auth/session',
  'POST /s/:code/report',
  'POST /api/ads/code',
  // Programs ask `/sub/free/all`.
  'GET /api/free-nodes',
  'POST /api/free-nodes/:source/refresh',
  'POST /api/free-nodes/:source/report',
]

test('every endpoint that programs may ask is described, and no other', async () => {
  const names = operations(await described()).map(([name]) => name)
  const endpoints = endpointsOn(SITE)
  const forPrograms = endpoints.filter(
    ({ name, who, scope }) =>
      scope !== undefined || (who === 'visitor' && !FOR_PAGES.includes(name) && !name.includes(' /api/auth/')),
  )
  expect(names.toSorted()).toEqual(forPrograms.map(({ name }) => name).toSorted())
})

test('every endpoint that is described has its words in every language, and no words are left over', () => {
  const names = endpointsOn(SITE).filter(isPublic).map(({ name }) => name) // oxfmt-ignore
  for (const lang of LANGS) {
    const { statuses } = apiWords(lang)
    const unsaid = endpointsOn(SITE).flatMap((each) => each.statuses?.filter((status) => !statuses[status]) ?? [])
    expect(unsaid).toEqual([])
    expect(Object.keys(apiWords(lang).endpoints).toSorted()).toEqual(names.toSorted())
  }
})

test('a page is answered in its language, a program in English', async () => {
  const [zh, en, unsaid] = await Promise.all([described(SITE, 'zh-CN'), described(SITE, 'en-US'), described()])
  expect(zh.paths['/api/convert']!['post']!.summary).toMatch(/[\u4e00-\u9fff]/)
  expect(unsaid).toEqual(en)
})

test('every endpoint has a name of its own, a known part, and says who may ask', async () => {
  const description = await described()
  const all = operations(description)
  expect(new Set(all.map(([, { operationId }]) => operationId)).size).toBe(all.length)
  const tags = description.tags.map(({ name }) => name)
  expect([...new Set(all.flatMap(([, operation]) => operation.tags))].toSorted()).toEqual(tags.toSorted())
  const securityOf = Object.fromEntries(all.map(([name, { security }]) => [name, security]))
  expect(securityOf).toMatchObject({
    'POST /api/convert': [{ token: ['convert'] }],
    'GET /api/outputs': [{ token: ['read'] }],
    'POST /api/short-links': [{ token: ['short'] }],
    'GET /sub/:token': [{}],
  })
  const open = Object.fromEntries(operations(await described({ ...SITE, CONVERT_API: 'public' })))
  expect(open['POST /api/convert']!.security).toEqual([{}, { token: ['convert'] }])
})

test('a client is told what is sent, what comes, and what a failure is', async () => {
  const { paths, servers, components } = await described()
  expect(servers).toEqual([{ url: 'https://switchyard.example' }])
  const { requestBody, responses, operationId } = paths['/api/outputs/{output}/addresses/{address}/rotate']!['post']!
  expect(operationId).toBe('rotateOutputAddress')
  expect(requestBody!.content['application/json']!.schema).toMatchObject({
    required: ['tag'],
    additionalProperties: false,
    properties: { grace: { default: false, type: 'boolean' }, tag: { type: 'string' } },
  })
  expect(responses['200']!.content!['application/json']!.schema).toMatchObject({
    properties: { data: { $ref: '#/components/schemas/HostedOutput' } },
  })
  expect(responses['default']!.content!['application/json']!.schema).toEqual({ $ref: '#/components/schemas/Failure' })
  // An answer may get more fields.
  expect(components.schemas['HostedOutput']).not.toHaveProperty('additionalProperties')
})
