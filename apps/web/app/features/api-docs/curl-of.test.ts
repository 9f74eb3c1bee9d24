import type { ApiOperation } from '@switchyard/contract'
import { expect, test } from 'vitest'
import { curlOf } from './curl-of.ts'

const SCHEMAS = {
  schemas: { Source: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } },
  securitySchemes: { token: { type: 'http', scheme: 'bearer', description: '' } },
} as const

const body = (schema: object): Partial<ApiOperation> => ({
  requestBody: { required: true, content: { 'application/json': { schema: { ...schema } } } },
})

const TOKEN = '-H "Authorization: Bearer $TOKEN"'
const JSON_TYPE = "-H 'Content-Type: application/json'"

test.each<[string, string, string, Partial<ApiOperation>, string]>([
  ['needs nothing', 'get', '/version', {}, 'curl "https://a.example/version"'],
  ['needs a token', 'get', '/api/outputs', { security: [{ token: ['read'] }] }, `curl ${TOKEN} "https://a.example/api/outputs"`],
  ['takes a token and goes without', 'get', '/api/x', { security: [{}, { token: ['read'] }] }, 'curl "https://a.example/api/x"'],
  ['names a thing', 'delete', '/api/outputs/{output}', {}, 'curl -X DELETE "https://a.example/api/outputs/$OUTPUT"'],
  [
    'is an address of a converter',
    'get',
    '/t/{token}/sub',
    { parameters: ['target', 'url', 'emoji'].map((name) => ({ name, in: 'query', required: false, schema: {} })) },
    'curl -G -d target=clash --data-urlencode "url=$URL" "https://a.example/t/$TOKEN/sub"',
  ],
  [
    'takes what another schema names, and a choice',
    'post',
    '/api/convert',
    body({
      type: 'object',
      properties: {
        sources: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/Source' } },
        client: { enum: ['mihomo', 'xray'] },
        locale: { type: 'string' },
      },
      required: ['sources', 'client'],
    }),
    `curl -X POST ${JSON_TYPE} -d '{"sources":[{"text":"…"}],"client":"mihomo"}' "https://a.example/api/convert"`,
  ],
  [
    'has a quote in what is sent',
    'put',
    '/api/x',
    body({ const: "it's" }),
    String.raw`curl -X PUT ${JSON_TYPE} -d '"it'\''s"' "https://a.example/api/x"`,
  ],
  ['holds itself', 'post', '/api/x', body({ anyOf: [{ $ref: '#/a/Loop' }] }), `curl -X POST ${JSON_TYPE} -d 'null' "https://a.example/api/x"`],
])('an endpoint that %s', (_, method, path, more, curl) => {
  const operation: ApiOperation = { operationId: 'x', summary: '', tags: [], security: [{}], responses: {}, ...more }
  const loop = { Loop: { anyOf: [{ $ref: '#/a/Loop' }] } }
  expect(curlOf('https://a.example', { method, path, operation }, { ...SCHEMAS, schemas: { ...SCHEMAS.schemas, ...loop } })).toBe(curl) // oxfmt-ignore
}) // oxfmt-ignore
