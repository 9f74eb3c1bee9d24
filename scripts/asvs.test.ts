import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ROOT = new URL('../', import.meta.url)
const page = readFileSync(new URL('docs/asvs.md', ROOT), 'utf8')

interface Row {
  id: string
  applies: string
  tests: readonly string[]
}

/** The rows of the tables, without their heads. */
const ROWS: readonly Row[] = page
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line) => {
    const [, id = '', applies = '', , tests = ''] = line.split('|').map((cell) => cell.trim())
    return { id: id.split(' ', 1)[0]!, applies, tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, path]) => path!) }
  })

/** What the project set out to close first, and the one exception that it knows. */
const FIRST =
  'V1.3.2 V1.3.4 V1.3.6 V3.2.1 V3.3.1 V3.3.2 V3.3.3 V3.3.4 V3.4.1 V3.4.2 V3.4.3 V3.4.4 V3.4.5 V3.5.4 V3.5.5 V3.7.2 V5.2.3 V5.3.2 V5.4.1 V7.2.3 V7.2.4 V7.3.1 V10.1.2 V11.4.2 V11.5.1 V13.3.1 V14.2.1 V14.3.3 V15.3.2 V16.2.5 V16.5.1 V16.5.2'
const CHAPTERS = Array.from({ length: 17 }, (_, index) => `V${index + 1}`)

test('every requirement that was closed first has its row, and so has every chapter', () => {
  expect(ROWS.map(({ id }) => id)).toEqual([...FIRST.split(' '), ...CHAPTERS])
})

test.each(ROWS)('$id names tests, which exist, or says that it does not apply', ({ applies, tests }) => {
  if (applies === 'no') return expect(tests).toEqual([])
  expect(tests).not.toEqual([])
  expect(tests.filter((path) => !/\.(test|e2e)\.ts$|^e2e\/journey\.ts$/.test(path))).toEqual([])
  expect(tests.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([])
})
