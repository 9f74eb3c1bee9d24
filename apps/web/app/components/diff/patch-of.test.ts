import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { patchOf } from './patch-of.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const numbers = (...left: number[]) =>
  Array.from({ length: 30 }, (_, at) => `${at}\n`).filter((_, at) => !left.includes(at)).join('') // oxfmt-ignore

/** What git itself would apply: the text after the patch. */
function applied(before: string, patch: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'patch-'))
  const file = join(folder, 'a')
  writeFileSync(file, before)
  const whole = `--- a/a\n+++ b/a\n${patch}\n`
  execFileSync('git', ['apply', '--unidiff-zero', '-'], { cwd: folder, input: whole })
  return execFileSync('cat', [file], { encoding: 'utf8' })
}

test.each([
  ['a line in the middle', numbers(), numbers(15)],
  ['two lines far apart', numbers(), numbers(3, 25)],
  ['two lines close to each other', numbers(), numbers(10, 14)],
  ['the first line', numbers(), numbers(0)],
  ['the last line', numbers(), numbers(29)],
  ['lines that are new', numbers(4, 5), numbers()],
  ['a replaced line', 'a\nb\nc\n', 'a\nB\nc\n'],
  ['中文', '旧\n', '新\n新\n'],
])('git applies it: %s', (_, before, after) => {
  expect(applied(before, patchOf(bytes(before), bytes(after))!)).toBe(after)
})

test('equal texts differ in nothing, and what is no text has none', () => {
  expect(patchOf(bytes('a\n'), bytes('a\n'))).toBe('')
  expect(patchOf(Uint8Array.of(0, 1), bytes('a'))).toBeUndefined()
})
