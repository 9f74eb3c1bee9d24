import { describe, expect, test } from 'vitest'
import { GitHostError } from '@switchyard/git-hosts/writes'
import { createStorageClient, type StorageClient, type StorageRequest } from './storage-client.ts'
import { storageSpace } from './storage-space.ts'

const SHA = '587be6b4c3f93f93c489c0111bba5596147a26cb'

/** A client whose service gives these answers, one after the other, and what it was asked. */
function clientOf(...answers: readonly (object | Response)[]) {
  const asked: (Pick<StorageRequest, 'method' | 'headers'> & { path: string; body?: unknown })[] = []
  const left = [...answers]
  const client = createStorageClient((path, { method, headers, body }) => {
    asked.push({ path, method, headers, ...(typeof body === 'string' && { body: JSON.parse(body) }) })
    const answer = left.shift() ?? {}
    return Promise.resolve(answer instanceof Response ? answer : Response.json({ success: true, data: answer }))
  })
  return { client, asked }
}

const refusal = (status: number, data: object, message = 'no') =>
  Response.json({ success: false, code: status, message, data }, { status })

const BYTES = { 'content-type': 'application/octet-stream', 'x-requested-with': 'switchyard' }
const JSON_BODY = { 'content-type': 'application/json' }
const blob = new Blob(['x\n'])

test.each<[string, (client: StorageClient) => Promise<unknown>, object]>([
  ['a folder', (one) => one.list('b', '规则', 'a&b'), { method: 'GET', path: '/api/minio/list?bucket=b&path=%E8%A7%84%E5%88%99&after=a%26b', headers: {} }],
  ['everything', (one) => one.tree('b'), { method: 'GET', path: '/api/storage/tree?bucket=b', headers: {} }],
  ['what there is', (one) => one.state(), { method: 'GET', path: '/api/storage', headers: {} }],
  ['a new file', (one) => one.put('b', 'a', blob, null), { method: 'PUT', path: '/api/minio/file?bucket=b&path=a', headers: { ...BYTES, 'if-none-match': '*' } }],
  ['a changed file', (one) => one.put('b', 'a', blob, SHA), { method: 'PUT', path: '/api/minio/file?bucket=b&path=a', headers: { ...BYTES, 'if-match': `"${SHA}"` } }],
  ['whatever is there', (one) => one.put('b', 'a', blob), { method: 'PUT', path: '/api/minio/file?bucket=b&path=a', headers: BYTES }],
  ['a removal', (one) => one.remove('b', 'a', SHA), { method: 'DELETE', path: `/api/minio/remove?bucket=b&path=a&sha=${SHA}`, headers: {} }],
  ['a move', (one) => one.move('b', 'a', 'c', SHA), { method: 'POST', path: '/api/storage/move', headers: JSON_BODY, body: { bucket: 'b', from: 'a', to: 'c', sha: SHA } }],
  ['a bucket', (one) => one.makeBucket('b'), { method: 'POST', path: '/api/minio/bucket?bucketName=b', headers: {} }],
  ['no bucket', (one) => one.removeBucket('b'), { method: 'DELETE', path: '/api/minio/bucket?bucketName=b', headers: {} }],
  ['a permission', (one) => one.setPermission('b', 'private'), { method: 'PUT', path: '/api/minio/permission?bucket=b&type=private', headers: {} }],
  ['a token', (one) => one.token('b', 'ana'), { method: 'GET', path: '/api/user/token?bucket=b&userId=ana', headers: {} }],
  ['no tokens', (one) => one.endTokens('b'), { method: 'DELETE', path: '/api/user/token?bucket=b', headers: {} }],
  ['an address', (one) => one.addressOf('b', 'a'), { method: 'GET', path: '/api/minio/share?bucket=b&path=a', headers: {} }],
  ['a share', (one) => one.share({ path: 'a', password: 'p' }), { method: 'POST', path: '/api/shares', headers: JSON_BODY, body: { path: 'a', password: 'p' } }],
  ['other terms', (one) => one.changeShare('i/d', { revision: 2, password: null }), { method: 'PATCH', path: '/api/shares/i%2Fd', headers: JSON_BODY, body: { revision: 2, password: null } }],
  ['no share', (one) => one.removeShare('id'), { method: 'DELETE', path: '/api/shares/id', headers: {} }],
])('%s is asked for', async (_, ask, request) => {
  const { client, asked } = clientOf()
  await ask(client)
  expect(asked).toEqual([request])
}) // oxfmt-ignore

test('the id of a file is its tag, and where none is sent it is made of the bytes', async () => {
  for (const etag of [`"${SHA}"`, `W/"${SHA}"`, '"other"', '']) {
    const { client } = clientOf(new Response('x\n', { headers: { etag } }))
    expect(await client.read('b', 'a')).toEqual({ bytes: new TextEncoder().encode('x\n'), sha: SHA })
  }
})

const current = { kind: 'file', name: 'a', path: 'a', sha: SHA }
test.each([
  [refusal(401, { error: 'not-signed-in' }), { code: 'token-invalid' }],
  [refusal(403, { error: 'forbidden' }), { code: 'scope-missing' }],
  [refusal(403, { error: 'quota-reached' }), { code: 'no-room' }],
  [refusal(403, { error: 'bucket-private' }), { code: 'protected' }],
  [refusal(404, { error: 'not-found' }), { code: 'not-found' }],
  [refusal(409, { error: 'conflict', current }), { code: 'conflict', changed: [{ path: 'a', version: SHA }] }],
  [refusal(409, { error: 'conflict' }), { code: 'conflict', changed: [{ path: 'a' }] }],
  [refusal(413, { error: 'body-too-large' }), { code: 'too-large' }],
  [refusal(429, { error: 'too-many-requests', retryAfterS: 60 }), { code: 'rate-limited', until: expect.any(Number) }],
  [refusal(507, { error: 'disk-full' }), { code: 'no-room' }],
  [refusal(503, { error: 'unavailable' }), { code: 'host-unreachable' }],
  [refusal(400, { error: 'bad-request' }, 'path'), { code: 'bad-answer', said: 'path' }],
  [new Response('<h1>proxy</h1>', { status: 502 }), { code: 'host-unreachable' }],
  [new Response('<h1>hello</h1>'), { code: 'bad-answer' }],
])('an answer that is none, number %#', async (answer, failure) => {
  const { client } = clientOf(answer)
  const error: unknown = await client.put('b', 'a', blob, SHA).catch((reason: unknown) => reason)
  expect(error instanceof GitHostError && error.failure).toMatchObject(failure)
})

test('a folder is read part by part, with what its list says of files and folders', async () => {
  const { client, asked } = clientOf(
    { entries: [{ ...current, size: 2, type: 'text/plain', changedAt: 0, share: true }], next: 'a' },
    { entries: [{ kind: 'folder', name: 'b', path: 'b', changedAt: 1 }] },
  )
  const space = storageSpace(client, 'files')
  const first = await space.list('')
  expect(first).toEqual({
    items: [{ name: 'a', path: 'a', kind: 'file', version: SHA, size: 2, changedAt: new Date(0).toISOString(), isShared: true }],
    next: 'a',
  }) // oxfmt-ignore
  expect(await space.list('', { page: first.next! })).toEqual({
    items: [{ name: 'b', path: 'b', kind: 'folder', version: '', changedAt: new Date(1).toISOString() }],
  })
  expect(asked[1]!.path).toContain('after=a')
})

describe('one change', () => {
  const update = { kind: 'update', path: 'a', bytes: new TextEncoder().encode('x\n'), version: 'f'.repeat(40) } as const

  test('of a file that is as it should be already is in nobody’s way', async () => {
    const { client, asked } = clientOf(refusal(409, { error: 'conflict', current }))
    await storageSpace(client, 'b').write({ message: '', changes: [update] })
    expect(asked).toHaveLength(1)
  })

  test('of a file that is gone makes it anew only where it may', async () => {
    const gone = () => refusal(409, { error: 'conflict' })
    const one = clientOf(gone(), {})
    await storageSpace(one.client, 'b').write({ message: '', changes: [{ ...update, orCreate: true }] })
    expect(one.asked.map(({ headers }) => headers['if-match'] ?? headers['if-none-match'])).toEqual([`"${update.version}"`, '*']) // oxfmt-ignore
    const other = clientOf(gone())
    await expect(storageSpace(other.client, 'b').write({ message: '', changes: [update] })).rejects.toMatchObject({
      failure: { code: 'conflict', changed: [{ path: 'a' }] },
    })
  })

  test('a move whose answer was lost is done', async () => {
    const { client } = clientOf(
      refusal(404, { error: 'not-found' }),
      new Response('x\n', { headers: { etag: `"${SHA}"` } }),
    )
    const move = { kind: 'move', from: 'a', path: 'c', version: SHA } as const
    await storageSpace(client, 'b').write({ message: '', changes: [move] })
    const missing = clientOf(refusal(404, { error: 'not-found' }), refusal(404, { error: 'not-found' }))
    await expect(storageSpace(missing.client, 'b').write({ message: '', changes: [move] })).rejects.toMatchObject({
      failure: { code: 'conflict', changed: [{ path: 'a' }] },
    })
  })
})
