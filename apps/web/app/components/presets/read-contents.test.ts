import { expect, test } from 'vitest'
import { ACL4SSR } from './preset-place.ts'
import { readContent, readListing } from './read-contents.ts'

const entry = (path: string, part = {}) => ({
  type: 'file',
  name: path.split('/').at(-1),
  path,
  size: 7,
  sha: 'abc',
  ...part,
})
const base64 = (text: string) => Buffer.from(text).toString('base64')

test('the files of a folder that may be presets are listed by their names', () => {
  const listing = JSON.stringify([
    entry('Clash/config/b10.ini'),
    entry('Clash/config/b9.ini', { size: 1200, sha: 'def' }),
    entry('Clash/config/sub', { type: 'dir' }),
    entry('Clash/config/README.md'),
    entry('Clash/config/link.ini', { type: 'symlink' }),
    'no record',
  ])
  expect(readListing(listing, ACL4SSR)).toEqual([
    { place: { ...ACL4SSR, path: 'Clash/config/b10.ini' }, name: 'b10.ini', bytes: 7, blob: 'abc' },
    { place: { ...ACL4SSR, path: 'Clash/config/b9.ini' }, name: 'b9.ini', bytes: 1200, blob: 'def' },
  ])
})

test('a place that is a file is a list of one', () => {
  const file = JSON.stringify(entry('Clash/config/a.ini', { encoding: 'base64', content: '' }))
  expect(readListing(file, ACL4SSR)).toMatchObject([{ name: 'a.ini' }])
})

test.each(['', 'no JSON', '3', 'null', '{"message":"Not Found"}', '{"type":"submodule"}'])(
  '%j is no listing',
  (json) => {
    expect(readListing(json, ACL4SSR)).toEqual({ failure: 'not-a-listing' })
  },
)

test.each([['[custom]\n;规则 🚀\n'], ['']])('a file in base64 with broken lines is read as %j', (text) => {
  const content = base64(text).replaceAll(/(.{8})/g, '$1\n')
  expect(
    readContent(JSON.stringify(entry('a.ini', { size: Buffer.byteLength(text), encoding: 'base64', content }))),
  ).toEqual({ text })
})

test.each([
  ['a file that is too long for an answer', entry('a.ini', { encoding: 'none', content: '', size: 2e6 }), 'too-large'],
  ['an empty content of a long file', entry('a.ini', { encoding: 'base64', content: '', size: 2e6 }), 'too-large'],
  ['a folder', [entry('a.ini')], 'not-a-file'],
  ['a submodule', { type: 'submodule' }, 'not-a-file'],
  ['what is no base64', entry('a.ini', { encoding: 'base64', content: '%%%' }), 'not-a-file'],
])('%s gives no text', (_, said, failure) => {
  expect(readContent(JSON.stringify(said))).toEqual({ failure })
})
