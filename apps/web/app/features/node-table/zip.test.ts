import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { zipOf } from './zip.ts'

const FILES = [
  { name: '香港.txt', text: 'trojan://a\n' },
  { name: 'empty.csv', text: '' },
]

/** What python's own reader, which is not ours, finds in an archive: it checks every sum. */
const READER = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps([[one.filename, archive.read(one).decode()] for one in archive.infolist()]))
`

const hasPython = (() => {
  try {
    execFileSync('python3', ['--version'])
    return true
  } catch {
    return false
  }
})()

test.skipIf(!hasPython)('another reader finds the same files in an archive', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zip-'))
  try {
    const path = join(folder, 'a.zip')
    writeFileSync(path, await zipOf(FILES).bytes())
    const found: unknown = JSON.parse(execFileSync('python3', ['-c', READER, path], { encoding: 'utf8' }))
    expect(found).toEqual(FILES.map(({ name, text }) => [name, text]))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the sum of a file stands in its header', async () => {
  const [file] = FILES
  const bytes = await zipOf([file!]).bytes()
  expect(new DataView(bytes.buffer, bytes.byteOffset).getUint32(14, true)).toBe(crc32(file!.text))
})
