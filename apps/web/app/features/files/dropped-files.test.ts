import { expect, test } from 'vitest'
import { droppedFiles, givenFiles } from './dropped-files.ts'

const file = (name: string) => new File([name], name)

function fileEntry(fullPath: string, given: File | undefined = file(fullPath.split('/').at(-1)!)) {
  return {
    isDirectory: false,
    fullPath,
    file: (take: (one: File) => void, fail: () => void) => (given ? take(given) : fail()),
  }
}

/** Gives what is in it in parts of two, as browsers give it in parts. */
function folderEntry(fullPath: string, inside: readonly object[]) {
  const left = [...inside]
  return {
    isDirectory: true,
    fullPath,
    createReader: () => ({ readEntries: (take: (part: object[]) => void) => take(left.splice(0, 2)) }),
  }
}

const dropped = (entries: readonly object[], files: readonly File[] = []) =>
  ({ items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })), files }) as unknown as DataTransfer

test('folders are walked to the end, each file with its path', async () => {
  const many = ['a', 'b', 'c', 'd', 'e'].map((name) => fileEntry(`/rules/${name}.list`))
  const folder = folderEntry('/rules', [...many, folderEntry('/rules/深', [fileEntry('/rules/深/x.yaml')])])
  const found = await droppedFiles(dropped([fileEntry('/top.txt'), folder]))
  expect(found.map(({ path }) => path)).toEqual([
    'top.txt', 'rules/a.list', 'rules/b.list', 'rules/c.list', 'rules/d.list', 'rules/e.list', 'rules/深/x.yaml',
  ]) // oxfmt-ignore
})

test('a file that cannot be opened holds up nothing else', async () => {
  const locked = Object.assign(fileEntry('/locked'), { file: (_: unknown, fail: () => void) => fail() })
  expect((await droppedFiles(dropped([locked, fileEntry('/ok')]))).map(({ path }) => path)).toEqual(['ok'])
})

test('a browser without entries gives its files', async () => {
  expect((await droppedFiles(dropped([], [file('a')]))).map(({ path }) => path)).toEqual(['a'])
})

test('a field that asks for folders says where in them each file is', () => {
  const inFolder = Object.defineProperty(file('b.list'), 'webkitRelativePath', { value: 'rules/b.list' })
  expect(givenFiles([file('a'), inFolder]).map(({ path }) => path)).toEqual(['a', 'rules/b.list'])
})
