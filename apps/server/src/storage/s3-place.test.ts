import { describe, expect, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { s3PlaceOf } from './s3-place.ts'

const PLAIN = {
  endpoint: 'https://s3.example.com',
  bucket: 'files',
  prefix: '',
  region: 'us-east-1',
  keyId: 'key',
  secret: 'secret',
  isPathStyle: false,
}

describe('the address of a bucket', () => {
  test.each([
    ['s3://key:secret@s3.example.com/files', PLAIN],
    ['s3://key:secret@s3.example.com/files/', PLAIN],
    ['s3://key:secret@s3.example.com/files?region=eu-west-1&path-style=1', { ...PLAIN, region: 'eu-west-1', isPathStyle: true }], // oxfmt-ignore
    ['s3://key:secret@10.0.0.5:9000/files?tls=0', { ...PLAIN, endpoint: 'http://10.0.0.5:9000' }],
    ['s3://key:secret@s3.example.com/files/one/two/', { ...PLAIN, prefix: 'one/two/' }],
    ['s3://k%40y:a%2Fb%2Bc%3A%25@s3.example.com/files', { ...PLAIN, keyId: 'k@y', secret: 'a/b+c:%' }],
  ])('%s is read', (text, place) => {
    expect(s3PlaceOf(text)).toEqual(place)
  })

  test.each([
    'https://key:canary@s3.example.com/files',
    's3://s3.example.com/files',
    's3://key@s3.example.com/files',
    's3://key:canary@s3.example.com',
    's3://key:canary@s3.example.com/',
    's3://key:canary@s3.example.com/a b',
    's3://key:canary@s3.example.com/files/a%20b',
    's3://key:canary@s3.example.com/files?ssl=0',
    's3://key:canary%@s3.example.com/files',
    'canary',
  ])('%s is none, and what is said of it holds no secret', (text) => {
    expect(s3PlaceOf(text)).toBeUndefined()
    expect(() => readSettings({ STORAGE_URL: text })).toThrow(/^STORAGE_URL must be (?!.*canary)/)
  })
})

test.each([
  [{ SITE_URL: 'https://switchyard.example', FILES_URL: 'https://files.example' }, true],
  [{ SITE_URL: 'https://switchyard.example', FILES_URL: 'https://files.switchyard.example' }, true],
  // A name with another port has the cookies of the site.
  [{ SITE_URL: 'https://switchyard.example', FILES_URL: 'https://switchyard.example:8443' }, false],
  [{ FILES_URL: 'https://files.example' }, false],
])('shared files have a host of their own: %j', (settings, isGood) => {
  const read = () => readSettings(settings).FILES_URL
  if (isGood) expect(read()).toBe(settings.FILES_URL)
  else expect(read).toThrow(/^FILES_URL must/)
})
