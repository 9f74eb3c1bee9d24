import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeStorage, failureOf } from '../../test/storage-contract.ts'
import { findVersitygw, HOW_TO_GET_VERSITYGW, type S3Server, startS3 } from '../../test/versitygw.ts'
import { readSettings } from '../settings.ts'
import { S3Storage } from './s3.ts'

const program = findVersitygw()
if (program === undefined && process.env['REQUIRE_ENGINES'])
  throw new Error(`There is no S3 server: ${HOW_TO_GET_VERSITYGW}`)

describe.skipIf(program === undefined)(`on a real S3 server (${HOW_TO_GET_VERSITYGW})`, () => {
  let server: S3Server
  beforeAll(async () => {
    server = await startS3(program!)
  })
  afterAll(() => server?.stop())

  const storageAt = (url: string) => new S3Storage(readSettings({ STORAGE_URL: url }).STORAGE_URL!)
  describeStorage('S3 keeps files', () => storageAt(server.url))

  test('files of a server with a prefix stand below it', async () => {
    const [plain, below] = [storageAt(server.url), storageAt(server.url.replace('/files?', '/files/one/two/?'))]
    const key = `ann/${randomUUID()}`
    await below.write(key, Readable.from([Buffer.from('x')]), 1)
    expect(await plain.read(key)).toBeUndefined()
    expect(await below.read(key)).toBeDefined()
  })

  test.each([
    ['another secret', (url: string) => url.replace(/:[^:@]+@/, ':wrong@')],
    ['another bucket', (url: string) => url.replace('/files?', '/none?')],
    ['a port where nobody is', (url: string) => url.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:1')],
  ])('%s: it says that it cannot be reached', async (_, change) => {
    const storage = storageAt(change(server.url))
    expect(await failureOf(storage.check())).toBe('lost')
    expect(await failureOf(storage.write(`ann/${randomUUID()}`, Readable.from([Buffer.from('x')]), 1))).toBe('lost')
  })
})
