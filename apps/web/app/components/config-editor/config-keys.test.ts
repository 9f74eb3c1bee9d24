import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import { EditorState } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { blankAt, keyAt } from './config-keys.ts'

/** A text and the place in it that `|` marks. */
function marked(text: string, language: 'yaml' | 'json') {
  const at = text.indexOf('|')
  const doc = text.replace('|', '')
  return { state: EditorState.create({ doc, extensions: language === 'yaml' ? yaml() : json() }), at }
}

describe('the key at a place', () => {
  test.each([
    ['yaml', 'mo|de: rule', ['mode']],
    ['yaml', 'mode: ru|le', ['mode']],
    ['yaml', 'dns:\n  enable: true\n  enhanced|-mode: fake-ip', ['dns', 'enhanced-mode']],
    ['yaml', 'proxy-groups:\n  - {name: A, ty|pe: select}', ['proxy-groups', 'type']],
    ['yaml', 'rule-providers:\n  ads:\n    beh|avior: domain', ['rule-providers', 'ads', 'behavior']],
    ['json', '{"route": {"rules": [{"act|ion": "sniff"}]}}', ['route', 'rules', 'action']],
    ['json', '{"log": {"level": "in|fo"}}', ['log', 'level']],
  ] as const)('%s: %s', (language, text, keys) => {
    const { state, at } = marked(text, language)
    expect(keyAt(state, at)?.keys).toEqual(keys)
  })

  test.each(['rules:\n  - DOMAIN,a|.example,DIRECT', '# mo|de', 'dns:\n  enable: true\n|'])('none: %s', (text) => {
    const { state, at } = marked(text, 'yaml')
    expect(keyAt(state, at)).toBeUndefined()
  })
})

describe('what could be typed', () => {
  test.each([
    ['yaml', 'mo|', 'key', []],
    ['yaml', 'mode: |', 'value', ['mode']],
    ['yaml', "mode: 'ru|", 'value', ['mode']],
    ['yaml', 'mode: rule\ndns:\n  enable: true\n\n  en|\nrules:', 'key', ['dns']],
    ['yaml', 'proxy-groups:\n- name: A\n  ty|', 'key', ['proxy-groups']],
    ['yaml', 'proxy-groups:\n  - name: A\n    proxies:\n      - B\n    type: se|', 'value', ['proxy-groups', 'type']],
    ['yaml', 'proxy-groups:\n  - na|', 'key', ['proxy-groups']],
    ['yaml', 'proxy-groups:\n  - {name: "A, B", type: |', 'value', ['proxy-groups', 'type']],
    ['yaml', 'proxies:\n  - {name: A, reality-opts: {pub|', 'key', ['proxies', 'reality-opts']],
    ['yaml', 'tun: {enable: true, st|}', 'key', ['tun']],
    ['json', '{"log": {"level": "in|"}}', 'value', ['log', 'level']],
    ['json', '{"route": {"rules": [{"action": "sniff"}, {"ac|"}]}}', 'key', ['route', 'rules']],
    ['json', '{"a": "}{\\"", "dns": {"final": "x", |', 'key', ['dns']],
  ] as const)('%s: %s', (language, text, kind, keys) => {
    const { state, at } = marked(text, language)
    expect(blankAt(state, at, language)).toMatchObject({ kind, keys })
  })

  test('nothing in a list of texts or in the middle of one', () => {
    for (const text of ['rules:\n  - DOMAIN,a.ex|', 'a: [b, c|', 'a: b c|']) {
      const { state, at } = marked(text, 'yaml')
      expect(blankAt(state, at, 'yaml')).toBeUndefined()
    }
  })
})
