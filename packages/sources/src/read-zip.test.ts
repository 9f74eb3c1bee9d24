import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { isZip, readZip } from './read-zip.ts'

interface Given {
  name: string
  text: string
  isDeflated?: boolean
  flags?: number
}

/** An archive as PKWARE's APPNOTE has it: local files, the list of them, its end. */
function zip(files: readonly Given[], comment = ''): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const { name, text, isDeflated = false, flags = 0 } of files) {
    const plain = Buffer.from(text)
    const content = isDeflated ? deflateRawSync(plain) : plain
    const title = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(flags, 6)
    local.writeUInt16LE(isDeflated ? 8 : 0, 8)
    local.writeUInt32LE(content.length, 18)
    local.writeUInt16LE(title.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(flags, 8)
    central.writeUInt16LE(isDeflated ? 8 : 0, 10)
    central.writeUInt32LE(content.length, 20)
    central.writeUInt32LE(plain.length, 24)
    central.writeUInt16LE(title.length, 28)
    central.writeUInt32LE(at, 42)
    parts.push(local, title, content)
    list.push(central, title)
    at += 30 + title.length + content.length
  }
  const names = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(names.length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(comment.length, 20)
  return new Uint8Array(Buffer.concat([...parts, names, end, Buffer.from(comment)]))
}

const all = { most: 1000, wants: (_name: string) => true }
const textsIn = async (given: Uint8Array<ArrayBuffer>, options = all) => {
  const read = await readZip(given, options)
  return 'error' in read ? read : [...read].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])
}

test('stored and deflated files are read by their names, folders are none', async () => {
  const files = [
    { name: 'profiles/', text: '' },
    { name: 'profiles/节.yaml', text: 'one' },
    { name: 'b', text: 'two '.repeat(50), isDeflated: true },
  ]
  expect(isZip(zip(files))).toBe(true)
  const expected = [
    ['profiles/节.yaml', 'one'],
    ['b', 'two '.repeat(50)],
  ]
  expect(await textsIn(zip(files))).toEqual(expected)
  expect(await textsIn(zip(files, 'made by somebody'))).toEqual(expected)
  expect(await textsIn(zip(files), { ...all, wants: (name) => name === 'b' })).toEqual([expected[1]])
})

const BOMB = { name: 'bomb', text: '0'.repeat(10_000_000), isDeflated: true }
test.each<[string, Uint8Array<ArrayBuffer>, string]>([
  ['that grows beyond the limit', zip([BOMB]), 'too-large'],
  ['whose files together are beyond the limit', zip([{ name: 'a', text: 'x'.repeat(600) }, { name: 'b', text: 'x'.repeat(600) }]), 'too-large'],
  ['with a password', zip([{ name: 'a', text: 'x', flags: 1 }]), 'encrypted'],
  ['that ends too early', zip([{ name: 'a', text: 'x' }]).slice(0, 40), 'bad-archive'],
  ['whose list is elsewhere', zip([{ name: 'a', text: 'x' }]).fill(0, 31, 60), 'bad-archive'],
  ['whose content is damaged', zip([{ name: 'a', text: 'two '.repeat(50), isDeflated: true }]).fill(255, 31, 38), 'bad-archive'],
  ['of nothing', new Uint8Array(), 'bad-archive'],
])('an archive %s is refused', async (_, given, error) => {
  expect(await readZip(given, all)).toEqual({ error })
}) // oxfmt-ignore
