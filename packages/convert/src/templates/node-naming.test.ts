import { describe, expect, test } from 'vitest'
import { convertText } from '../index.ts'
import { readIniTemplate } from './ini.ts'
import { NodeNaming } from './node-naming.ts'
import { portTest } from './port-test.ts'

const GROUPS = 'custom_proxy_group=S`select`.*\nruleset=S,[]FINAL\n'
const namingOf = (lines: string) => new NodeNaming(readIniTemplate(GROUPS + lines, 't').template.naming!)

describe('names in a config made from an ini file', () => {
  test.each([
    ['rename=\\s*\\[.*?\\]@', '香港 01 [1.5x]', '香港 01'],
    ['rename=^(\\w+)-(\\d+)$@$2 $1', 'HK-01', '01 HK'],
    ['rename=HK@香港\nrename=香港@Hong Kong', 'HK 01', 'Hong Kong 01'],
    ['rename=.*@', 'HK 01', 'HK 01'],
    ['remove_old_emoji=true', '🇭🇰 🚀香港 01', '香港 01'],
    ['remove_old_emoji=true', '🚀', '🚀'],
    ['remove_old_emoji=true', '01 香港 🚀', '01 香港 🚀'],
    ['add_emoji=true', 'Tokyo 01', '🇯🇵 Tokyo 01'],
    ['add_emoji=true', '🇯🇵 Tokyo 01', '🇯🇵 Tokyo 01'],
    ['add_emoji=true', 'Mars 01', 'Mars 01'],
    ['emoji=(流媒体|NF),🎥\nemoji=香港,🇭🇰', '香港 NF', '🎥 香港 NF'],
    ['emoji=香港,🇭🇰', '日本', '日本'],
    ['emoji=香港,🇭🇰\nadd_emoji=false\nremove_old_emoji=true', '🇨🇳 香港', '香港'],
  ])('%j makes %s to %s', (lines, name, expected) => expect(namingOf(lines).nameOf(name)).toBe(expected))

  test('those that are not wanted are left out by the name they came with, and counted', () => {
    const links = ['HK 1', 'HK 2 IPv6', 'JP 1'].map(
      (name) => `trojan://p@${name[0]}.example.com:443#${encodeURIComponent(name)}`,
    )
    const lines = 'include_remarks=^HK\nexclude_remarks=IPv6\nrename=HK@香港\nadd_emoji=true\n'
    const { template } = readIniTemplate(GROUPS + lines, 't')
    const convert = (more: object) =>
      convertText([{ name: 'in', text: links.join('\n') }], { to: 'mihomo', template, ...more })
    const { text, report } = convert({})
    expect(report).toMatchObject({ nodes: 3, excluded: 2, output: 1 })
    expect(text).toContain('{name: S, type: select, proxies: ["🇭🇰 香港 1"]}')
    // A bare list is made without the template.
    expect(convert({ output: { list: true } }).report.output).toBe(3)
  })

  test('groups choose nodes by type, port and server', () => {
    const text =
      'trojan://p@a.example.com:443#A\ntrojan://p@b.example.org:8443#B\nss://YWVzLTEyOC1nY206cA@c.example.com:9000#C'
    const groups = ['!!TYPE=SS', '!!TYPE=shadowsocks|TROJAN!!A|C', '!!PORT=8000-9000', '!!SERVER=[.]org$', '!!SERVER=(']
    const ini = groups.map((member, index) => `custom_proxy_group=G${index}\`select\`${member}`).join('\n')
    const { template } = readIniTemplate(`${ini}\nruleset=G0,[]FINAL`, 't')
    const result = convertText([{ name: 'in', text }], { to: 'singbox', template })
    const { outbounds } = JSON.parse(result.text) as { outbounds: { tag: string; outbounds?: string[] }[] }
    expect(outbounds.slice(0, 5).map((one) => one.outbounds)).toEqual([
      ['C'],
      ['A', 'C'],
      ['B', 'C'],
      ['B'],
      ['A', 'B', 'C'],
    ])
    expect(result.report.issues).toContainEqual(expect.objectContaining({ code: 'filter-unread', field: 'filter' }))
  })
})

test.each([
  ['443', [443]],
  ['443,8000-8001', [443, 8000, 8001]],
  ['8001+', [8001, 9000]],
  ['443-', [80, 443]],
  ['!443', [80, 8000, 8001, 9000]],
  ['80-8001,!443', [80, 8000, 8001]],
  ['many', undefined],
  ['', undefined],
])('the ports %s are %j', (text, expected) => {
  const isPort = portTest(text)
  expect(isPort && [80, 443, 8000, 8001, 9000].filter(isPort)).toEqual(expected)
})
