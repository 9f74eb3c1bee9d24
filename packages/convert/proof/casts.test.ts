import { readFileSync, readdirSync } from 'node:fs'

import { expect, test } from 'vitest'
import { parseSync, Visitor } from 'vite'

const ROOT = new URL('../../../', import.meta.url)

/** Folders in which every cast has its reason. */
const FOLDERS = [
  ...readdirSync(new URL('packages/', ROOT)).map((name) => `packages/${name}/src`),
  'apps/cli/src',
  'apps/server/src',
  'apps/web/app',
]

interface File {
  path: string
  text: string
}

function filesOf(folder: string): File[] {
  return readdirSync(new URL(`${folder}/`, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => `${folder}/${path}`)
    .map((path) => ({ path, text: readFileSync(new URL(path, ROOT), 'utf8') }))
}

/** Casts without a comment that ends on the line above, or stands behind them on their own line. */
function unexplained({ path, text }: File): string[] {
  const { program, comments } = parseSync(path, text)
  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  const startsLine = (at: number) => text.slice(text.lastIndexOf('\n', at) + 1, at).trim() === ''
  const explained = new Set(comments.map(({ start, end }) => (startsLine(start) ? lineOf(end) + 1 : lineOf(start))))
  const found = new Set<number>()
  new Visitor({
    TSAsExpression({ start, typeAnnotation }) {
      if (text.slice(typeAnnotation.start, typeAnnotation.end) === 'const') return
      const line = lineOf(typeAnnotation.start)
      if (!explained.has(line) && !explained.has(lineOf(start))) found.add(line)
    },
  }).visit(program)
  return [...found].map((line) => `${path}:${line}`)
}

test('a cast is found wherever it stands, unless a comment gives its reason', () => {
  const text = `
const a = JSON.parse('1') as number
const b = ['a', 'b'] as const
// a reason
const c = d as unknown as string
const e = f as string // a reason
call(g as string, [h, i as number])
`
  expect(unexplained({ path: 'x.ts', text })).toEqual(['x.ts:2', 'x.ts:7'])
})

test('every cast has its reason beside it', () => {
  expect(FOLDERS.flatMap(filesOf).flatMap(unexplained)).toEqual([])
})
