import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(folder + name, 'utf8') }))

test('no file but safe-fetch reaches out of the server', () => {
  const reaching = sources
    .filter(({ name }) => !name.startsWith('safe-fetch/'))
    .filter(({ text }) =>
      /from '(undici|node:(https|http2|tls|dgram|dns)(\/[a-z]+)?)'|(?<![.\w])fetch\(|\b(http|https|net|tls)\.(request|get|connect)\(|from 'node:net'.*\bconnect\b/.test(
        text,
      ),
    )
    .map(({ name }) => name)
  expect(reaching).toEqual([])
})

test('no code is made from text', () => {
  const making = sources.filter(({ text }) => /\beval\(|new Function\(|from 'node:(vm|child_process)'/.test(text))
  expect(making.map(({ name }) => name)).toEqual([])
})
