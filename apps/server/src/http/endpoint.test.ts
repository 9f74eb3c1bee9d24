import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { ApiRefusal } from '../api-refusal.ts'
import { readSettings } from '../settings.ts'
import { ByteBudget } from '../shared/byte-budget.ts'
import { memoryShared } from '../shared/memory/memory.ts'
import { app, endpointsOn } from '../test-app.ts'
import { answerRefusal } from './api-answers.ts'
import { bodyLimit } from './body-limit.ts'
import { type Endpoint, endpoint, serve } from './endpoint.ts'
import { RequestLimits } from './request-limits.ts'
import type { User, Visitor } from './visitor.ts'

const ANN: User = { id: 'ann', name: 'Ann', email: 'ann@example.com', role: 'member', language: 'en-US' }
const SIGNED_IN: Visitor = { user: ANN, session: { id: 's', provedAt: 0 } }
const NOT_PROVEN: Visitor = { user: ANN, session: { id: 's', provedAt: -10 * 60_000 } }
const PROGRAM: Visitor = { user: ANN, scopes: ['convert'] }

/** An app with this endpoint alone. Gives back status and `data` of an answer. */
function served(declared: Endpoint) {
  const app = new Hono()
  let visitor: Visitor = {}
  const now = () => 0
  app.use((c, next) => {
    c.set('visitor', visitor)
    return next()
  })
  const settings = readSettings({})
  const bytes = new ByteBudget()
  app.use(bodyLimit([declared], { bytes, settings }))
  app.onError((error, c) => answerRefusal(c, error instanceof ApiRefusal ? error : new ApiRefusal('internal')))
  serve(app, [declared], {
    settings,
    bytes,
    now,
    limits: new RequestLimits({ shared: memoryShared(), now }),
  })
  return async (path: string, who: Visitor, body?: string) => {
    visitor = who
    const [method = ''] = declared.name.split(' ')
    const answer = await app.request(path, { method, ...(body === undefined ? {} : { body }) })
    const { data, msg } = (await answer.json()) as { data: Record<string, unknown>; msg?: string }
    return { status: answer.status, data, hasWords: msg !== undefined }
  }
}

describe('an endpoint sees to everything before its handler, in this order', () => {
  const done: string[] = []
  const ask = served(
    endpoint(
      'POST /api/people/invites',
      {
        who: 'proven',
        needs: (c) => {
          done.push('needs')
          if (c.req.query('none') !== undefined) throw new ApiRefusal('no-mail')
        },
        limit: ({ body, user }) => {
          done.push(`limit ${user.id} ${body.label}`)
          return [['setup code', body.label]]
        },
      },
      ({ body: { label }, session }) => {
        done.push('handler')
        return { url: `${label} ${session.id}`, expiresAt: 0 }
      },
    ),
  )
  const asked = async (path: string, who: Visitor, body?: string) => {
    done.length = 0
    const { status, data } = await ask(path, who, body)
    return [status, data['error'] ?? data['url'], ...done]
  }
  const place = '/api/people/invites'
  const body = '{"label":"one"}'

  test.each<[title: string, path: string, who: Visitor, body: string | undefined, ...told: unknown[]]>([
    ['who asks', `${place}?none`, {}, 'x', 401, 'not-signed-in'],
    ['whether a program may', place, PROGRAM, body, 403, 'forbidden'],
    ['that it is proven', `${place}?none`, NOT_PROVEN, 'x', 403, 'proof-needed'],
    ['that the server has it', `${place}?none`, SIGNED_IN, 'x', 409, 'no-mail', 'needs'],
    ['the body', place, SIGNED_IN, 'x', 400, 'bad-request', 'needs'],
    ['no body', place, SIGNED_IN, undefined, 400, 'bad-request', 'needs'],
    ['the limit, and then it is done', place, SIGNED_IN, body, 200, 'one s', 'needs', 'limit ann one', 'handler'],
  ])('%s', async (_, path, who, sent, ...told) => {
    expect(await asked(path, who, sent)).toEqual(told)
  })

  test('and so many times, for each key', async () => {
    for (let more = 0; more < 5; more++) await asked(place, SIGNED_IN, '{"label":"two"}')
    expect(await asked(place, SIGNED_IN, '{"label":"two"}')).toEqual([
      429,
      'too-many-requests',
      'needs',
      'limit ann two',
    ])
    expect((await asked(place, SIGNED_IN, '{"label":"three"}'))[0]).toBe(200)
  })
})

test('a limit that is a name is counted before the body is read', async () => {
  const ask = served(
    endpoint('POST /api/people/invites', { who: 'visitor', limit: 'setup code' }, () => ({ url: '', expiresAt: 0 })),
  )
  const statuses: number[] = []
  for (let count = 0; count < 6; count++) statuses.push((await ask('/api/people/invites', {}, 'no JSON')).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
})

test('a program is told without words what is wrong with its request, unless words were made for it', async () => {
  const rule = { who: 'member', scope: 'convert', isForPrograms: true } as const
  const ask = served(endpoint('POST /api/people/invites', rule, () => Promise.reject(new ApiRefusal('unavailable'))))
  expect(await ask('/api/people/invites', PROGRAM, '{"label":1}')).toMatchObject({ status: 400, hasWords: false })
  expect(await ask('/api/people/invites', PROGRAM, '{}')).toMatchObject({ status: 503, hasWords: true })
})

test('so much may be sent as an endpoint says, and 256 KiB where it says nothing', async () => {
  const answerOf = (rule: { bodyBytes?: number }) =>
    served(endpoint('POST /api/people/invites', { who: 'visitor', ...rule }, () => ({ url: '', expiresAt: 0 })))
  const body = (bytes: number) => `{}${' '.repeat(bytes - 2)}`
  const status = async (rule: { bodyBytes?: number }, bytes: number) =>
    (await answerOf(rule)('/api/people/invites', {}, body(bytes))).status
  expect([await status({}, 256 * 1024), await status({}, 256 * 1024 + 1)]).toEqual([200, 413])
  expect([await status({ bodyBytes: 10 }, 10), await status({ bodyBytes: 10 }, 11)]).toEqual([200, 413])
})

test('texts of 5 MiB and forms of 4 KiB are taken by these and by no other', () => {
  const taking = endpointsOn({}).filter(({ bodyBytes }) => bodyBytes !== undefined)
  const TEXTS = 5 * 1024 * 1024
  const FORM = 4 * 1024
  expect(Object.fromEntries(taking.map(({ name, bodyBytes }) => [name, bodyBytes]))).toEqual({
    'POST /api/convert': TEXTS,
    'POST /api/recipes/apply': TEXTS,
    'PUT /api/subscriptions/:item/text': TEXTS,
    'POST /api/outputs': TEXTS,
    'PATCH /api/outputs/:output': TEXTS,
    'POST /api/kept': TEXTS,
    'POST /api/relay/git': TEXTS,
    'POST /api/check': TEXTS,
    'POST /api/explain': TEXTS,
    'POST /api/minio/upload/text': TEXTS,
    'POST /api/text/upload': TEXTS,
    'POST /f/:token': FORM,
    'POST /s/:code': FORM,
    'POST /s/:code/report': FORM,
  })
})

test('a body of many values is refused before they are parsed', async () => {
  const keys = Array.from({ length: 500_000 }, (_, at) => `"${at}":0`)
  const body = `{"sources":[],"client":"mihomo","lists":{${keys.join()}}}`
  const headers = { origin: 'http://localhost:3000', 'content-type': 'application/json' }
  const ask = app({})
  const began = performance.now()
  const answer = await ask('/api/convert', headers, { method: 'POST', body })
  expect([answer.status, performance.now() - began < 1000]).toEqual([413, true])
})
