import { describe, expect, test } from 'vitest'
import { A, base64 } from '../../../proof/short-entries.ts'
import { parseNodes } from '../../parse-nodes.ts'

describe('broken YAML is told at the line that has to be mended', () => {
  const NODE = '{name: a, type: trojan, server: h, port: 1, password: p}'
  test.each([
    ['indented too little', ['proxies:', '  - name: a', '    type: ss', '   server: h'], 4, 'bad indentation of a sequence entry'],
    ['indented too far', ['proxies:', '  - name: a', '    type: ss', '      server: h'], 4, 'bad indentation of a mapping entry'],
    ['a tab', ['proxies:', '  - name: a', '\ttype: ss'], 3, 'tab characters must not be used in indentation'],
    ['a quote', ['proxies:', '  - name: "a', '    type: ss', '    server: h'], 2, 'a quote is not closed'],
    ['a single quote', ['proxies:', "  - name: 'it''s", '', '    # note', '    type: ss'], 2, 'a quote is not closed'],
    ['a quote behind the nodes', ['proxies:', `  - ${NODE}`, 'rules:', '  - "MATCH,DIRECT', ''], 4, 'a quote is not closed'],
    ['a comma', ['proxies:', '  - {name: a, type: ss', '', '    server: h}', 'rules: []'], 2, 'missed comma between flow collection entries'],
    ['a brace', ['proxies:', '  - {name: a, type: ss', 'rules: []'], 2, 'a bracket is not closed'],
    ['a brace of one of several', ['proxies:', `  - ${NODE}`, '  - {name: b, type: ss', `  - ${NODE}`], 3, 'a bracket is not closed'],
    ['a bracket', [`proxies: [${NODE},`, `  ${NODE}`, 'rules: []'], 1, 'a bracket is not closed'],
    ['a bracket behind the nodes', ['proxies:', `  - ${NODE}`, 'rules: [a, b', 'mode: rule'], 3, 'a bracket is not closed'],
    ['no colon', ['proxies:', '  - name: a', '    type ss', '    server: h'], 3, 'can not read a block mapping entry; a multiline key may not be an implicit key'],
    ['no blank behind a colon', ['proxies:', '  - name:a', '    type: ss'], 2, 'bad indentation of a sequence entry'],
    ['a colon too many', ['proxies:', '  - name: a: b', '    type: ss'], 2, 'a value needs quotes'],
    ['an @', ['proxies:', '  - name: @a', '    type: ss'], 2, 'a value needs quotes'],
    ['a brace too many', ['proxies:', `  - ${NODE}}`], 2, 'bad indentation of a mapping entry'],
    ['an escape', ['proxies:', '  - name: "a\\q"', '    type: ss'], 2, 'unknown escape sequence'],
    ['an alias of nothing', ['proxies:', '  - name: *a', '    type: ss'], 2, 'unidentified alias'],
    ['below comments', ['# a', '', 'proxies:', '  - {name: a', '', ''], 4, 'a bracket is not closed'],
  ])('%s', (_, lines, line, msg) => {
    const { issues } = parseNodes(lines.join('\n'))
    expect(issues).toMatchObject([{ code: 'bad-yaml', line, args: { line, msg } }])
    // The same with a link before it, and inside a body.
    expect(parseNodes([A, '', ...lines].join('\n')).issues).toMatchObject([{ line: line + 2, args: { line: line + 2 } }])
    expect(parseNodes(base64([A, ...lines].join('\n'))).issues).toMatchObject([
      { line: 1, inner: line + 1, args: { line: line + 1 } },
    ])
  })
}) // oxfmt-ignore

test('a key twice names both lines', () => {
  const text = `${A}\nproxies:\n  - name: b\n    port: 1\n    server: h\n    port: 2\n`
  expect(parseNodes(text)).toMatchObject({ entries: 2, skipped: 1, issues: [{ line: 6, args: { line: 6, first: 4 } }] })
})
