import { expect, test } from 'vitest'
import { patchLines } from './patch-lines.ts'

test('a patch is read line by line, and what git remarks on it is left out', () => {
  const patch = '@@ -1,3 +1,3 @@\n proxies:\n-- a\n+- b\n\\ No newline at end of file\n@@ -9 +9 @@ rules:\n+++x\n'
  expect(patchLines(patch)).toEqual({
    lines: [
      { kind: 'gap', text: '@@ -1,3 +1,3 @@' },
      { kind: 'kept', text: 'proxies:' },
      { kind: 'removed', text: '- a' },
      { kind: 'added', text: '- b' },
      { kind: 'gap', text: '@@ -9 +9 @@ rules:' },
      { kind: 'added', text: '++x' },
    ],
    added: 2,
    removed: 1,
  })
})

test('an empty line inside a patch is a kept one; hosts leave the blank out', () => {
  expect(patchLines('@@ -1,2 +1,3 @@\n a\n\n+b').lines.map(({ kind }) => kind)).toEqual([
    'gap',
    'kept',
    'kept',
    'added',
  ])
})
