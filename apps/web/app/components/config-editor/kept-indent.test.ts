import { insertNewlineAndIndent } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import { EditorState, type Extension } from '@codemirror/state'
import { expect, test } from 'vitest'
import { enterKeepingIndent, keptIndent } from './kept-indent.ts'

/** What a text is after something was typed at `|` (two of them: a selection); Enter is a line break in what is typed. */
function type(marked: string, typed: string, language: Extension = yaml()): string {
  const [before, ...rest] = marked.split('|')
  const doc = before + rest.join('')
  const selection = { anchor: before!.length, head: before!.length + (rest.length > 1 ? rest[0]!.length : 0) }
  let state = EditorState.create({ doc, selection, extensions: [language, keptIndent] })
  for (const key of typed) {
    const given = { state, dispatch: (transaction: { state: EditorState }) => (state = transaction.state) }
    if (key !== '\n') ({ state } = state.update(state.replaceSelection(key), { userEvent: 'input.type' }))
    else if (!enterKeepingIndent(given)) insertNewlineAndIndent(given)
  }
  const { head } = state.selection.main
  return `${state.sliceDoc(0, head)}|${state.sliceDoc(head)}`
}

test.each([
  ['proxies:\n  - a\n|rules:\n  - b', '  - c\n', 'proxies:\n  - a\n  - c\n|rules:\n  - b'],
  ['dns:\n  enable: true\n|proxies:\n', '  ipv6: true\n', 'dns:\n  enable: true\n  ipv6: true\n|proxies:\n'],
  ['dns:\n  x:\n    - a\n|proxies:\n', '    - b\n\n', 'dns:\n  x:\n    - a\n    - b\n\n|proxies:\n'],
  ['dns:\n  enable: true\n|proxies:\n', '\n', 'dns:\n  enable: true\n\n|proxies:\n'],
  ['dns:\n|proxies:\n', 'mode: rule\n', 'dns:\nmode: rule\n|proxies:\n'],
  ['dns:\n  |enable: true\n', '\n', 'dns:\n\n  |enable: true\n'],
  ['dns:\n |  enable: true\n', '\n', 'dns:\n\n |  enable: true\n'],
  ['dns:\n  enable: true\n|gone: 1\n|proxies:\n', '\n', 'dns:\n  enable: true\n\n|proxies:\n'],
])('before the text of a line, the text keeps its indent: %j', (before, typed, after) => {
  expect(type(before, typed)).toBe(after)
})

test.each([
  ['dns:\n  enable: true|\nproxies: []', 'dns:\n  enable: true\n  |\nproxies: []'],
  ['dns:\n  enable: true|ipv6: true', 'dns:\n  enable: true\n  |ipv6: true'],
])('anywhere else the editor indents the new line: %j', (before, after) => {
  expect(type(before, '\n')).toBe(after)
})

test('in JSON too', () => {
  expect(type('{\n|  "a": 1\n}', '\n', json())).toBe('{\n\n|  "a": 1\n}')
  expect(type('{|\n  "a": 1\n}', '\n', json())).toBe('{\n  |\n  "a": 1\n}')
})
