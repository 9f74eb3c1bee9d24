import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Settings } from '../settings.ts'
import { S3Storage } from '../storage/s3.ts'
import { type Examined, fault, reasonOf, well } from './examined.ts'

const SAMPLE = Buffer.from('Switchyard looks whether this bucket keeps and gives what it is handed.\n')

/** Why S3 says no, by its status, and what to do about it. */
const REMEDIES: readonly [status: string, words: string][] = [
  ['404', 'there is no such bucket: make it, or mend its name in STORAGE_URL'],
  ['403', 'the key and the secret of STORAGE_URL are not those of the bucket, or may not write'],
  ['301', 'the bucket is in another region: say it in STORAGE_URL (`region=`)'],
]

/** Whether the bucket keeps bytes, gives them back, and lets them be removed. */
export async function* storage(place: NonNullable<Settings['STORAGE_URL']>): AsyncGenerator<Examined> {
  const bucket = new S3Storage(place)
  const name = `The bucket ${place.bucket} of STORAGE_URL`
  const key = `doctor/${randomUUID()}`
  try {
    await bucket.check()
    await bucket.write(key, Readable.from([SAMPLE]), SAMPLE.length)
    const given = await bucket.read(key)
    const isSame = given !== undefined && SAMPLE.equals(await buffer(given))
    await bucket.remove(key)
    yield isSame
      ? well(`${name} keeps bytes and gives them back.`)
      : fault(`${name} gives back other bytes than it was handed.`)
  } catch (error) {
    const said = reasonOf(error instanceof Error && error.cause !== undefined ? error.cause : error)
    const remedy = REMEDIES.find(([status]) => said.endsWith(` ${status}`))?.[1]
    yield fault(`${name} cannot be used: ${said}${remedy === undefined ? '' : `, so ${remedy}`}.`)
  }
}
