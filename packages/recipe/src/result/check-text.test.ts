import type { OutputId } from '@switchyard/convert'
import type { Lang } from '@switchyard/locale'
import { describe, expect, test } from 'vitest'
import { checkTemplate } from './check-template.ts'
import { checkText } from './check-text.ts'
import type { ConvertSettings } from '../model/convert-settings.ts'

const settings = (output: OutputId) => ({ output, list: false }) as ConvertSettings
const check = (output: OutputId, lines: string[]) => checkText(lines.join('\n'), settings(output), 'en-US')

describe('a result edited by hand', () => {
  test.each([
    ['mihomo', ['mode: rule', 'dns:', '  enable: true', ' ipv6: true', 'rules: []'], 4],
    ['clash', ['mode: [rule', 'log-level: info'], 1],
    ['singbox', ['{', '  "log": {}', '  "dns": {}', '}'], 3],
    ['singbox', ['{}', '{}'], 2],
  ] as const)('for %s, broken: the line is told', (output, lines, line) => {
    expect(check(output, [...lines]).issue).toMatchObject({ line })
  })

  test('what is wrong is told as it is where the text is a template', () => {
    const { issue } = check('clash', ['mode: rule', 'proxies: ['])
    expect(issue).toEqual({ line: 2, message: 'Parse failed: a bracket is not closed' })
  })

  test('a key twice is told with both lines', () => {
    const { issue } = check('mihomo', ['mode: rule', 'rules: []', 'mode: global'])
    expect(issue).toEqual({ line: 3, message: expect.stringContaining('line 1') })
  })

  test.each([
    ['mihomo', ['mode: rule', 'rules: []'], { key: 'proxies' }],
    ['mihomo', ['dns:', '  enable: true', '  proxies:', '    - {name: A}'], { key: 'proxies', line: 3 }],
    ['clash', ['proxies:', 'rules: []'], { key: 'proxies' }],
    ['mihomo', ['proxies: []'], undefined],
    ['mihomo', ['proxy-providers:', '  a: {type: http}'], undefined],
    ['singbox', ['{', '  "route": {', '    "outbounds": []', '  }', '}'], { key: 'outbounds', line: 3 }],
    ['singbox', ['{"outbounds": []}'], undefined],
    ['xray', ['{"endpoints": []}'], { key: 'outbounds' }],
    ['links', ['trojan://a@b:1'], undefined],
  ] as const)('for %s, %j: nodes that the client no longer finds are told', (output, lines, lost) => {
    expect(check(output, [...lines]).lost).toEqual(lost)
  })

  test('links are not read as a config', () => {
    expect(check('links', ['{', ']: -'])).toEqual({})
  })

  test('the outline knows where groups stand, however they are spelled', () => {
    const { outline } = check('mihomo', [
      'proxies:',
      '  - name: A',
      '    type: ss',
      '',
      'proxy-groups:',
      '  # mine',
      '  - name: Select',
      '    type: select',
      '    proxies: [A, Gone, DIRECT]',
      '',
      '  - {name: Auto, type: url-test, proxies: [A]}',
      'rules:',
      '  - MATCH,Select',
    ])
    expect(outline).toMatchObject({ nodes: 1, rules: 1, nodeLine: 1, ruleLine: 12 })
    expect(outline!.groups.map(({ name, line, missing }) => [name, line, missing])).toEqual([
      ['Select', 7, ['Gone']],
      ['Auto', 11, []],
    ])
  })

  test('the outline of a sing-box config too', () => {
    const { outline } = check('singbox', [
      '{ // mine',
      '  "outbounds": [',
      '    { "type": "direct", "tag": "direct" },',
      '',
      '    {',
      '      "type": "selector", "tag": "Select", "outbounds": ["direct", "gone"]',
      '    }',
      '  ]',
      '}',
    ])
    expect(outline!.groups).toEqual([
      {
        name: 'Select',
        type: 'selector',
        members: ['direct', 'gone'],
        notices: [],
        missing: ['gone'],
        rules: 0,
        line: 5,
      },
    ])
  })
})

describe('a template', () => {
  const template = (...lines: string[]) => checkTemplate({ name: 'mine', text: lines.join('\n') }, 'en-US')

  test('in ini form is told by its groups, rule sets and left-out lines', () => {
    expect(
      template(
        '[custom]',
        'ruleset=Select,https://lists.example.com/a.list',
        'ruleset=Select,[]FINAL',
        'nonsense',
        'custom_proxy_group=Select`select`.*',
      ),
    ).toMatchObject({
      kind: 'ini',
      groups: [{ name: 'Select', type: 'select' }],
      rules: 2,
      ruleSets: ['a'],
      notes: [{ line: 4 }],
    })
  })

  test('that is a whole config says for whom', () => {
    expect(template('proxy-groups:', '  - {name: Mine, type: select}', 'rules: ["MATCH,Mine"]')).toMatchObject({
      kind: 'clash-yaml',
      groups: [{ name: 'Mine' }],
      rules: 1,
    })
    expect(template('{"outbounds": [{"type": "selector", "tag": "Mine", "outbounds": []}]}')).toMatchObject({
      kind: 'singbox-json',
      groups: [{ name: 'Mine' }],
    })
  })

  test.each([
    ['YAML that breaks', ['mode: rule', 'rules:', '  - a', ' - b'], 4],
    ['JSON that breaks', ['{', '  "outbounds": [', '}'], 3],
    ['an ini file without groups', ['; mine', 'ruleset=Select,[]FINAL'], 2],
    ['an ini file whose groups stand elsewhere', ['ruleset=A,[]FINAL', 'custom_proxy_group=!!import:a.txt'], 2],
    ['words that are no config', ['hello'], 1],
  ])('%s: why it cannot be used, and the line', (_, lines, line) => {
    expect(template(...lines)).toMatchObject({ kind: 'broken', line, message: expect.stringMatching(/\w/) })
  })

  test('an ini file whose groups stand elsewhere says so', () => {
    const text = 'custom_proxy_group=!!import:a.txt'
    const said = (lang: Lang) => checkTemplate({ name: 't', text }, lang)
    expect(said('en-US')).toMatchObject({ message: expect.stringContaining('its groups stand in other files') })
    expect(said('zh-CN')).toMatchObject({ message: expect.stringContaining('它的分组写在其他文件里') })
  })

  test('of ours has its groups in the language of the page', () => {
    expect(checkTemplate('minimal', 'zh-CN')).toMatchObject({
      groups: [{ name: '节点选择' }, { name: '自动选择' }, { name: '全球直连' }, { name: '漏网之鱼' }],
    })
    expect(checkTemplate('minimal', 'en-US')).toMatchObject({
      groups: [{ name: 'Select' }, { name: 'Auto' }, { name: 'Direct' }, { name: 'Final' }],
    })
  })
})
