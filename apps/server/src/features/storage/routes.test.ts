import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addApiToken } from '../../../test/accounts.ts'
import { describeOnEachDatabase } from '../../../test/databases.ts'
import { START, STORAGE_KEY, startStorage } from '../../../test/storage-server.ts'
import { KeyRing } from '../../db/key-ring.ts'
import { app } from '../../test-app.ts'

const HOUR_MS = 3_600_000

const shaOf = (bytes: string | Buffer): string => {
  const buffer = Buffer.from(bytes)
  return createHash('sha1').update(`blob ${buffer.length}\0`).update(buffer).digest('hex')
}
/** What `git hash-object` says of `x\n`. */
const SHA_OF_X = '587be6b4c3f93f93c489c0111bba5596147a26cb'

describeOnEachDatabase('the storage service', ({ migrated }) => {
  const start = async (environment: Record<string, string> = {}) => startStorage(await migrated(), environment)

  describe('every call of the specification', () => {
    test('list, file, upload of a text, share, remove', async () => {
      const { ann, stranger } = await start()
      expect(await ann.ask('GET', '/api/minio/list?path=')).toEqual({ status: 200, success: true, data: { entries: [] } }) // oxfmt-ignore
      const made = await ann.ask('POST', '/api/minio/upload/text', { text: 'x\n', path: '配置/香港 1.yaml' })
      expect(made).toEqual({
        status: 200,
        success: true,
        data: { share: null, path: '配置/香港 1.yaml', sha: SHA_OF_X },
      })
      expect((await ann.ask('GET', '/api/minio/list')).data.entries).toMatchObject([{ path: '配置', name: '配置', kind: 'folder' }]) // oxfmt-ignore
      expect((await ann.ask('GET', '/api/minio/list?path=配置')).data.entries).toEqual([
        {
          path: '配置/香港 1.yaml',
          name: '香港 1.yaml',
          kind: 'file',
          size: 2,
          sha: SHA_OF_X,
          type: 'text/plain; charset=utf-8',
          changedAt: START,
        },
      ])
      const file = await ann.read('配置/香港 1.yaml')
      expect([file.status, file.text, file.headers.get('etag')]).toEqual([200, 'x\n', `"${SHA_OF_X}"`])
      const share = await ann.send('GET', '/api/minio/share?path=配置/香港 1.yaml', { 'sec-fetch-site': 'same-origin' })
      const { success, data: link } = (await share.json()) as { success: boolean; data: string }
      expect([success, link]).toEqual([true, expect.stringMatching(/^http:\/\/localhost:3000\/f\/[0-9A-Za-z]{27}$/)])
      expect(await (await stranger(link)).text()).toBe('x\n')
      expect((await ann.ask('POST', '/api/minio/upload/text', { text: 'y', path: '配置/香港 1.yaml' })).data.share).toBe(link) // oxfmt-ignore
      expect(await ann.ask('DELETE', '/api/minio/remove?path=配置')).toEqual({ status: 200, success: true, data: { removed: 2 } }) // oxfmt-ignore
      expect(await ann.names()).toEqual([])
      expect((await stranger(link)).status).toBe(404)
    })

    test('bucket and permission', async () => {
      const { ann, stranger } = await start()
      const empty = { permission: 'share-only', files: 0, bytes: 0 }
      expect((await ann.ask('GET', '/api/minio/bucket')).data).toEqual([{ name: 'default', createdAt: 0, ...empty }])
      const photos = { name: 'photos', createdAt: START, ...empty }
      expect(await ann.ask('POST', '/api/minio/bucket?bucketName=photos')).toEqual({ status: 200, success: true, data: photos }) // oxfmt-ignore
      expect((await ann.ask('GET', '/api/minio/bucket?bucketName=photos')).data).toEqual([photos])
      expect(await ann.ask('POST', '/api/minio/bucket?bucketName=photos')).toMatchObject({
        status: 409,
        success: false,
      })
      expect(await ann.ask('GET', '/api/minio/bucket?bucketName=none')).toMatchObject({ status: 404, success: false })
      expect((await ann.ask('GET', '/api/minio/permission?bucket=photos')).data).toEqual({ bucket: 'photos', type: 'share-only' }) // oxfmt-ignore
      expect((await ann.ask('PUT', '/api/minio/permission?bucket=photos&type=public-read')).data).toEqual({ bucket: 'photos', type: 'public-read' }) // oxfmt-ignore
      await ann.ask('POST', '/api/minio/upload/text', { text: 'x\n', path: 'a b/c.txt', bucket: 'photos' })
      const { data: made } = await ann.ask('POST', '/api/minio/upload/text', { text: 'x\n', path: '图/c.txt', bucket: 'photos' }) // oxfmt-ignore
      const bucket = (await ann.ask('GET', '/api/minio/bucket?bucketName=photos')).data[0]!
      expect(bucket).toMatchObject({ files: 2, bytes: 4 })
      expect(made.share).toBe(`${bucket.url}/${encodeURIComponent('图')}/c.txt`)
      expect(await (await stranger(made.share!)).text()).toBe('x\n')
      expect(await (await stranger(`${bucket.url}/a%20b/c.txt`)).text()).toBe('x\n')
      for (const nothing of ['', '/', '/none', '/a%20b', '/../c.txt', '/%00'])
        expect([nothing, (await stranger(`${bucket.url}${nothing}`)).status]).toEqual([nothing, 404])
      await ann.ask('PUT', '/api/minio/permission?bucket=photos&type=private')
      expect((await stranger(made.share!)).status).toBe(404)
      await ann.ask('PUT', '/api/minio/permission?bucket=photos&type=public-read')
      expect((await stranger(made.share!)).status).toBe(404)
      expect(await ann.ask('DELETE', '/api/minio/bucket?bucketName=photos')).toEqual({ status: 200, success: true, data: { removed: 4 } }) // oxfmt-ignore
      expect((await ann.ask('GET', '/api/minio/bucket')).data.map(({ name }) => name)).toEqual(['default']) // oxfmt-ignore
    })

    test('user/create and user/token: a token opens its bucket and nothing else', async () => {
      const { ann, as, withToken, store } = await start()
      const owner = await as('olga', 'owner')
      expect(await ann.ask('POST', '/api/user/create', {})).toEqual({ status: 200, success: true, data: { userId: ann.user.id, bucket: 'default' } }) // oxfmt-ignore
      expect((await ann.ask('POST', '/api/user/create', { userId: owner.user.id })).status).toBe(403)
      expect((await owner.ask('POST', '/api/user/create', { userId: ann.user.id })).status).toBe(200)
      expect((await owner.ask('POST', '/api/user/create', { userId: 'nobody' })).status).toBe(404)
      await ann.ask('POST', '/api/minio/bucket?bucketName=photos')
      await ann.put('mine.txt', 'x\n')
      const tokenOf = async (bucket: string) => (await ann.ask('GET', `/api/user/token?userId=${ann.user.id}&bucket=${bucket}`)).data // oxfmt-ignore
      const token = await tokenOf('photos')
      expect([token, await tokenOf('default')]).toEqual([await tokenOf('photos'), expect.not.stringContaining(token)])
      const { rows } = await sql`select * from storage_bucket`.execute(store.database.query)
      expect(JSON.stringify(rows)).not.toContain(token)
      // The owner of the server gets nobody's.
      expect((await owner.ask('GET', `/api/user/token?userId=${ann.user.id}&bucket=photos`)).status).toBe(403)
      const bound = withToken(token)
      expect((await bound.put('a.txt', 'x\n')).status).toBe(200)
      expect(await bound.names()).toEqual(['a.txt'])
      expect(await ann.names('', '&bucket=photos')).toEqual(['a.txt'])
      expect((await bound.ask('GET', '/api/storage')).data.buckets.map(({ name }) => name)).toEqual(['photos']) // oxfmt-ignore
      expect((await bound.ask('GET', '/api/minio/share?path=a.txt')).status).toBe(200)
      const shares = (await bound.ask('GET', '/api/shares')).data.shares
      await ann.ask('POST', '/api/shares', { path: 'mine.txt' })
      expect((await bound.ask('GET', '/api/shares')).data.shares).toEqual(shares)
      const mine = (await ann.ask('GET', '/api/shares')).data.shares.find(({ path }) => path === 'mine.txt') // oxfmt-ignore
      expect((await bound.ask('DELETE', `/api/shares/${mine!.id}`)).status).toBe(404)
      expect((await bound.ask('PATCH', `/api/shares/${mine!.id}`, { revision: 0 })).status).toBe(404)
      for (const [method, path, body] of [
        ['GET', '/api/minio/list?bucket=default'],
        ['GET', '/api/minio/file?path=mine.txt&bucket=default'],
        ['DELETE', '/api/minio/remove?path=mine.txt&bucket=default'],
        ['POST', '/api/minio/upload/text', { text: '', path: 'x', bucket: 'default' }],
        ['POST', '/api/storage/move', { from: 'mine.txt', to: 'y', bucket: 'default' }],
        ['POST', '/api/shares', { path: 'mine.txt', bucket: 'default' }],
        ['POST', '/api/minio/bucket?bucketName=new'],
        ['DELETE', '/api/minio/bucket?bucketName=photos'],
        ['GET', '/api/user/token'],
        ['POST', '/api/user/create', {}],
        ['GET', '/api/profile'],
        ['GET', '/api/subscriptions'],
        ['GET', '/api/kept'],
        ['GET', '/api/outputs'],
        ['POST', '/api/short-links', { target: 'https://example.com/' }],
      ] as const)
        expect([path, (await bound.ask(method, path, body)).status]).toEqual([path, 403])
      await ann.ask('DELETE', '/api/user/token?bucket=photos')
      expect((await bound.ask('GET', '/api/minio/list')).status).toBe(401)
      const shorter: string = token.substring(0, token.length - 1)
      const wrongs = [`${shorter}${token.endsWith('0') ? 1 : 0}`, shorter, 'switchyard_bucket_', `switchyard_bucket_x_${'0'.repeat(32)}`] // oxfmt-ignore
      for (const wrong of wrongs) expect((await withToken(wrong).ask('GET', '/api/minio/list')).status).toBe(401)
    })

    test('a token of a bucket that was removed opens no later one of the same name; a new key keeps tokens of older ones', async () => {
      const { ann, store, clock } = await start()
      await ann.ask('POST', '/api/minio/bucket?bucketName=photos')
      const token = (await ann.ask('GET', '/api/user/token?bucket=photos')).data
      const newKey = { ...store, keys: new KeyRing(['another key of thirty-two bytes!!', STORAGE_KEY]) }
      const later = app({}, { store: newKey, now: () => clock.now })
      const status = async () => (await later('/api/minio/list', { authorization: `Bearer ${token}` })).status
      expect(await status()).toBe(200)
      await ann.ask('DELETE', '/api/minio/bucket?bucketName=photos')
      clock.now += 1
      await ann.ask('POST', '/api/minio/bucket?bucketName=photos')
      expect(await status()).toBe(401)
    })

    test('text/upload and text/remove', async () => {
      const { ann, stranger } = await start()
      const { data } = await ann.ask('POST', '/api/text/upload', { text: 'x\n' })
      expect(data).toEqual({ share: expect.stringContaining('/f/'), path: expect.stringMatching(/^texts\/\w+\.txt$/), sha: SHA_OF_X }) // oxfmt-ignore
      expect(await (await stranger(data.share!)).text()).toBe('x\n')
      await ann.put('mine.txt', 'x')
      expect((await ann.ask('DELETE', '/api/text/remove?path=mine.txt')).status).toBe(404)
      expect(await ann.ask('DELETE', `/api/text/remove?path=${data.path}`)).toEqual({ status: 200, success: true, data: { removed: 1 } }) // oxfmt-ignore
      expect((await stranger(data.share!)).status).toBe(404)
    })
  })

  test('an API token asks as its person does, within its scopes', async () => {
    const { ann, store, withToken } = await start()
    const both = withToken(await addApiToken(store, ann.user, ['read', 'write']))
    expect((await both.put('a.txt', 'x\n')).data.sha).toBe(SHA_OF_X)
    expect((await both.read('a.txt')).text).toBe('x\n')
    const writes = withToken(await addApiToken(store, ann.user, ['write']))
    expect((await writes.read('a.txt')).status).toBe(403)
    // What it may not read it is not told: neither the link, nor a token that would read.
    expect(await writes.ask('GET', '/api/minio/share?path=a.txt')).toEqual({ status: 200, success: true, data: {} })
    expect(await writes.ask('GET', '/api/user/token')).toEqual({ status: 200, success: true, data: {} })
    expect((await withToken(await addApiToken(store, ann.user, ['read'])).put('a.txt', 'y')).status).toBe(403)
  })

  describe('a file', () => {
    test('of any bytes comes back as it was, by its sha', async () => {
      const { ann } = await start()
      const bytes = randomBytes(300_000)
      expect((await ann.put('a.bin', bytes)).data).toEqual({ share: null, path: 'a.bin', sha: shaOf(bytes) })
      const answer = await ann.send('GET', '/api/minio/file?path=a.bin')
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
      expect((await ann.put('empty', '')).data.sha).toBe(shaOf(''))
      expect((await ann.read('empty')).text).toBe('')
    })

    test('is replaced where it is what the writer saw, and else stays', async () => {
      const { ann } = await start()
      const at = (sha: string) => ({ 'if-match': `"${sha}"` })
      const none = { 'if-none-match': '*' }
      expect((await ann.put('a', '1', at(shaOf('0')))).status).toBe(409)
      expect((await ann.put('a', '1', none)).status).toBe(200)
      expect(await ann.put('a', '2', none)).toMatchObject({ status: 409, success: false, data: { error: 'conflict', current: { path: 'a', sha: shaOf('1') } } }) // oxfmt-ignore
      expect(await ann.put('a', '2', at(shaOf('0')))).toMatchObject({ status: 409, data: { current: { sha: shaOf('1') } } }) // oxfmt-ignore
      expect((await ann.read('a')).text).toBe('1')
      expect((await ann.put('a', '2', at(shaOf('1')))).data.sha).toBe(shaOf('2'))
      const text = (sha?: string | null) => ann.ask('POST', '/api/minio/upload/text', { text: '3', path: 'a', ...(sha === undefined ? {} : { sha }) }) // oxfmt-ignore
      expect([(await text(null)).status, (await text(shaOf('1'))).status, (await text()).status]).toEqual([
        409, 409, 200,
      ])
      expect((await ann.ask('DELETE', `/api/minio/remove?path=a&sha=${shaOf('1')}`)).status).toBe(409)
      expect((await ann.ask('DELETE', `/api/minio/remove?path=a&sha=${shaOf('3')}`)).status).toBe(200)
      expect((await ann.put('a', '4', { 'if-match': 'x' })).status).toBe(400)
    })

    test('is never where a folder is, nor below a file', async () => {
      const { ann } = await start()
      await ann.put('a/b', 'x')
      expect((await ann.put('a', 'x')).status).toBe(409)
      expect(await ann.put('a/b/c', 'x')).toMatchObject({
        status: 409,
        data: { current: { path: 'a/b', kind: 'file' } },
      })
      expect((await ann.ask('GET', '/api/minio/list?path=a/b')).status).toBe(404)
      expect((await ann.read('a')).status).toBe(404)
    })

    const RANGES = [
      ['a range', 'bytes=2-4', 206, '234', 'bytes 2-4/10'],
      ['from a byte on', 'bytes=7-', 206, '789', 'bytes 7-9/10'],
      ['the last bytes', 'bytes=-2', 206, '89', 'bytes 8-9/10'],
      ['more than there is', 'bytes=5-99', 206, '56789', 'bytes 5-9/10'],
      ['what is not there', 'bytes=10-', 416, '', 'bytes */10'],
      ['none', 'bytes=-0', 416, '', 'bytes */10'],
      ['several', 'bytes=0-1,3-4', 200, '0123456789', null],
      ['what is no range', 'lines=1-2', 200, '0123456789', null],
      ['backwards', 'bytes=4-2', 200, '0123456789', null],
    ] as const
    test('is read in parts, as RFC 9110 has it', async () => {
      const { ann } = await start()
      await ann.put('a', '0123456789')
      for (const [what, range, status, text, said] of RANGES) {
        const part = await ann.read('a', { range })
        expect([what, part.status, part.text, part.headers.get('content-range')]).toEqual([what, status, text, said])
        const other = await ann.read('a', { range, 'if-range': '"another"' })
        expect([other.status, other.text]).toEqual([200, '0123456789'])
        const known = await ann.read('a', { range, 'if-none-match': `"${shaOf('0123456789')}"` })
        expect([known.status, known.text]).toEqual([304, ''])
      }
    })

    const NAMES = [
      '香港节点.yaml',
      'دليل العقد.txt',
      '🇭🇰 emoji.json',
      'ขั้นตอน.md',
      `${'语'.repeat(84)}.js`,
      'a'.repeat(255),
      'a b#1%2A+&?=.md',
      '__proto__',
      '-rf *',
      'it\'s "quoted" <b>',
      '.hidden',
    ]
    test('has a name of any script', async () => {
      const { ann, stranger } = await start()
      for (const name of NAMES) {
        expect((await ann.put(name, 'x\n')).data).toMatchObject({ path: name })
        expect((await ann.read(name)).text).toBe('x\n')
        const { url } = (await ann.ask('POST', '/api/shares', { path: name })).data
        const disposition = (await stranger(url)).headers.get('content-disposition')!
        expect(decodeURIComponent(/filename\*=UTF-8''(\S+)$/.exec(disposition)![1]!)).toBe(name)
      }
      expect((await ann.names()).toSorted()).toEqual(NAMES.toSorted())
    })

    const NO_PATHS = [
      '',
      '/',
      '..',
      'a/../b',
      './a',
      'a//b',
      'a\\b',
      'a\0b',
      'a\nb',
      '%2e%2e/x',
      'a%2Fb',
      'a%5cb',
      '.git/config',
      'x/.GIT',
      'a'.repeat(256),
      '语'.repeat(86),
      `${'a/'.repeat(64)}b`,
      `${'abcdefghi/'.repeat(60)}${'x'.repeat(255)}/${'y'.repeat(255)}`,
      '\u{d800}',
    ]
    test('has no path that could mean another one', async () => {
      const { ann } = await start()
      for (const path of NO_PATHS) {
        const made = await ann.ask('POST', '/api/minio/upload/text', { text: 'x', path })
        expect([path, made]).toEqual([path, expect.objectContaining({ status: 400, success: false })])
        expect(made.data.error).toBe('bad-request')
      }
      expect(await ann.names()).toEqual([])
    })

    test('has one name, however its letters are composed', async () => {
      const { ann } = await start()
      await ann.put('e\u0301.txt', '1')
      await ann.put('\u00e9.txt', '2')
      expect(await ann.names()).toEqual(['\u00e9.txt'])
    })

    test('that nobody said the length of, or another one, is not kept', async () => {
      const { ann, keysKept, sweep } = await start()
      const headers = { 'content-type': 'application/octet-stream', 'x-requested-with': 'x' }
      expect((await ann.send('PUT', '/api/minio/file?path=a', headers, 'abc')).status).toBe(400)
      for (const length of ['2', '4', '-1', 'x']) expect((await ann.put('a', 'abc', { 'content-length': length })).status).toBe(400) // oxfmt-ignore
      expect([await ann.names(), keysKept()]).toEqual([[], []])
      await sweep()
    })
  })

  describe('a folder', () => {
    test('stays when it is empty, and may hold a placeholder', async () => {
      const { ann } = await start()
      await ann.put('空/.hidden', '')
      expect(await ann.names('空')).toEqual(['.hidden'])
      await ann.ask('DELETE', '/api/minio/remove?path=空/.hidden')
      expect([await ann.names(), await ann.names('空')]).toEqual([['空'], []])
      expect((await ann.ask('GET', '/api/minio/list?path=none')).status).toBe(404)
    })

    test('is renamed and moved with all in it; shares of its files go on', async () => {
      const { ann, stranger } = await start()
      await ann.put('a/b/c.txt', 'x\n')
      await ann.put('other.txt', 'y')
      const { url } = (await ann.ask('POST', '/api/shares', { path: 'a/b/c.txt' })).data
      const move = (from: string, to: string, sha?: string) => ann.ask('POST', '/api/storage/move', { from, to, ...(sha ? { sha } : {}) }) // oxfmt-ignore
      expect((await move('a', '新/处')).data).toMatchObject({ path: '新/处', name: '处', kind: 'folder' })
      expect([await ann.names(), await ann.names('新/处/b')]).toEqual([expect.arrayContaining(['other.txt', '新']), ['c.txt']]) // oxfmt-ignore
      expect(await (await stranger(url)).text()).toBe('x\n')
      expect((await ann.ask('GET', '/api/shares')).data.shares).toMatchObject([{ path: '新/处/b/c.txt' }])
      expect((await move('新/处/b/c.txt', 'd.txt', shaOf('y'))).status).toBe(409)
      expect((await move('新/处/b/c.txt', 'd.txt', SHA_OF_X)).data).toMatchObject({ path: 'd.txt', sha: SHA_OF_X })
      expect(await move('d.txt', 'other.txt')).toMatchObject({ status: 409, data: { current: { path: 'other.txt' } } })
      expect(await move('新', '新/in/itself')).toMatchObject({ status: 400, data: { field: 'to' } })
      expect((await move('none', 'x')).status).toBe(404)
      expect((await move('d.txt', 'd.txt')).status).toBe(200)
      expect((await ann.read('d.txt')).text).toBe('x\n')
    })

    test('is moved nowhere where a file in it would have a path that is too long', async () => {
      const { ann } = await start()
      const deep = Array.from({ length: 30 }, () => 'x').join('/')
      await ann.put(`a/${deep}/f`, 'x\n')
      const move = (to: string) => ann.ask('POST', '/api/storage/move', { from: 'a', to })
      expect(await move(Array.from({ length: 34 }, () => 'y').join('/'))).toMatchObject({ status: 400, data: { field: 'to' } }) // oxfmt-ignore
      expect((await move('语'.repeat(80))).status).toBe(200)
      expect((await ann.read(`${'语'.repeat(80)}/${deep}/f`)).text).toBe('x\n')
    })

    test('of a bucket is told whole by its tree', async () => {
      const { ann } = await start()
      for (const path of ['a/b/c', 'a/d', 'e']) await ann.put(path, 'x\n')
      const { entries, isTruncated } = (await ann.ask('GET', '/api/storage/tree')).data
      expect(isTruncated).toBe(false)
      expect(entries.map(({ path }) => path).toSorted()).toEqual(['a', 'a/b', 'a/b/c', 'a/d', 'e'])
    })
  })

  test('nobody finds what is another one’s', async () => {
    const { ann, as } = await start()
    const owner = await as('olga', 'owner')
    await ann.put('a.txt', 'x\n')
    const { id } = (await ann.ask('POST', '/api/shares', { path: 'a.txt' })).data
    expect(await owner.names()).toEqual([])
    expect((await owner.read('a.txt')).status).toBe(404)
    expect((await owner.ask('GET', '/api/shares')).data).toEqual({ shares: [] })
    expect((await owner.ask('DELETE', `/api/shares/${id}`)).status).toBe(404)
    expect((await owner.ask('PATCH', `/api/shares/${id}`, { revision: 0 })).status).toBe(404)
    await owner.put('a.txt', 'theirs')
    expect((await ann.read('a.txt')).text).toBe('x\n')
  })

  describe('what one person may keep', () => {
    const limited = async (bytes: number) => {
      const server = await start()
      const { store, ann } = server
      await store.database.query.updateTable('user_account').set({ quota_bytes: bytes }).where('id', '=', ann.user.id).execute() // oxfmt-ignore
      return server
    }

    test('is never passed by fifty uploads at once, and what was refused leaves nothing', async () => {
      const { ann, keysKept, sweep } = await limited(1_000_000)
      const made = await Promise.all(Array.from({ length: 50 }, (_, at) => ann.put(`${at}`, Buffer.alloc(100_000, at))))
      const statuses = made.map(({ status }) => status)
      expect([statuses.filter((status) => status === 200).length, new Set(statuses)]).toEqual([10, new Set([200, 403])])
      expect((await ann.ask('GET', '/api/storage')).data).toMatchObject({ keptBytes: 1_000_000, quotaBytes: 1_000_000, entries: 10 }) // oxfmt-ignore
      expect(keysKept().length).toBe(10)
      await ann.ask('DELETE', '/api/minio/remove?path=0')
      const free = made.find(({ status, data }) => status === 200 && data.path !== '0')!
      await ann.ask('DELETE', `/api/minio/remove?path=${free.data.path}`)
      expect((await ann.put('new', Buffer.alloc(100_000))).status).toBe(200)
      await sweep()
    })

    test('has room for another version of a file, in place of the one that is there', async () => {
      const { ann, keysKept } = await limited(100_000)
      expect((await ann.put('a', Buffer.alloc(90_000))).status).toBe(200)
      expect((await ann.put('a', Buffer.alloc(95_000))).status).toBe(200)
      expect((await ann.put('a', Buffer.alloc(100_001))).status).toBe(403)
      expect((await ann.put('b', Buffer.alloc(9000))).status).toBe(403)
      expect((await ann.read('a')).text.length).toBe(95_000)
      expect(keysKept().length).toBe(1)
    })
  })

  describe('bytes that no file has', () => {
    test('go with a file that is replaced or removed, with its bucket, and with its person', async () => {
      const { ann, as, keysKept } = await start()
      await as('olga', 'owner')
      await ann.put('a/1', 'x')
      await ann.put('a/1', 'y')
      expect(keysKept().length).toBe(1)
      await ann.put('a/2', 'z')
      await ann.ask('DELETE', '/api/minio/remove?path=a')
      expect(keysKept()).toEqual([])
      await ann.ask('POST', '/api/minio/bucket?bucketName=photos')
      await ann.ask('POST', '/api/minio/upload/text', { text: 'x', path: 'a', bucket: 'photos' })
      await ann.ask('DELETE', '/api/minio/bucket?bucketName=photos')
      expect(keysKept()).toEqual([])
      await ann.put('b', 'x')
      expect((await ann.ask('DELETE', '/api/profile', { email: 'ann@example.com' })).status).toBe(200)
      expect(keysKept()).toEqual([])
    })

    test('are found by the sweep, where a storage could not remove them; what is on its way is left alone', async () => {
      const { ann, store, storage, keysKept, sweep, clock } = await start()
      await ann.put('a', 'x')
      const remove = storage.remove.bind(storage)
      storage.remove = () => Promise.reject(new Error('no'))
      await ann.put('a', 'y')
      await ann.ask('DELETE', '/api/minio/remove?path=a')
      expect(keysKept().length).toBe(2)
      storage.remove = remove
      await store.database.query
        .insertInto('storage_key')
        .values({
          key: `${ann.user.id}/on its way`,
          user_id: ann.user.id,
          bytes: 7,
          is_waste: 0,
          due_at: clock.now + 1,
        })
        .execute()
      await sweep()
      expect(keysKept()).toEqual([])
      const left = await store.database.query.selectFrom('storage_key').select('bytes').execute()
      expect(left).toEqual([{ bytes: 7 }])
    })

    test('an upload that takes too long is given up, and no file takes it then', async () => {
      const { ann, clock, keysKept, sweep } = await start()
      const slow = new ReadableStream(
        {
          async pull(controller) {
            clock.now += HOUR_MS
            await sweep()
            controller.enqueue(Buffer.from('xy'))
            controller.close()
          },
        },
        // Nothing is asked of it before it is read.
        { highWaterMark: 0 },
      )
      const headers = { 'content-type': 'application/octet-stream', 'x-requested-with': 'x', 'content-length': '2' }
      const answer = await ann.send('PUT', '/api/minio/file?path=a', headers, slow as never)
      expect([answer.status, await ann.names(), keysKept()]).toEqual([503, [], []])
    })
  })

  test('a share asked for the first time by GET is made for a page of ours or a program alone', async () => {
    const { ann, store, withToken } = await start()
    await ann.put('a', 'x')
    const asked = async (headers: Record<string, string>) => (await ann.send('GET', '/api/minio/share?path=a', headers)).status // oxfmt-ignore
    for (const site of ['cross-site', 'same-site', 'none']) expect(await asked({ 'sec-fetch-site': site })).toBe(403)
    expect(await asked({})).toBe(403)
    expect(await asked({ 'sec-fetch-site': 'same-origin' })).toBe(200)
    // It is there now: nothing is changed by asking for it.
    expect(await asked({ 'sec-fetch-site': 'cross-site' })).toBe(200)
    await ann.put('b', 'x')
    const program = withToken(await addApiToken(store, ann.user, ['read', 'write']))
    expect((await program.ask('GET', '/api/minio/share?path=b')).status).toBe(200)
  })

  test('10,000 files of a folder are listed by pages, each as fast as the first', async () => {
    const { ann, store } = await start()
    await ann.put('many/first', 'x')
    const [row] = await store.database.query
      .selectFrom('storage_entry')
      .selectAll()
      .where('name', '=', 'first')
      .execute()
    for (let from = 0; from < 10_000; from += 1000)
      await store.database.query
        .insertInto('storage_entry')
        .values(
          Array.from({ length: 1000 }, (_, at) => ({
            ...row!,
            id: `${from + at}`,
            name: `n${String(from + at).padStart(5, '0')}`,
          })),
        ) // oxfmt-ignore
        .execute()
    const seen: string[] = []
    const times: number[] = []
    let after = ''
    for (;;) {
      const began = performance.now()
      const { entries, next } = (await ann.ask('GET', `/api/minio/list?path=many&after=${after}`)).data
      times.push(performance.now() - began)
      seen.push(...entries.map(({ name }) => name))
      if (next === undefined) break
      after = next
    }
    expect([times.length, seen.length, new Set(seen).size]).toEqual([11, 10_001, 10_001])
    expect(times.at(-2)!).toBeLessThan(10 * times[0]! + 200)
  })
})
