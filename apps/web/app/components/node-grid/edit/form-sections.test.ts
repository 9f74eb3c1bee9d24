import { describe, expect, test } from 'vitest'
import { nodeFrom, PROTOCOLS } from '@switchyard/convert'
import enUS from '../../../messages/node-grid/en-US.json' with { type: 'json' }
import zhCN from '../../../messages/node-grid/zh-CN.json' with { type: 'json' }
import { getAt, setAt } from '@switchyard/recipe/model'
import { type NodeField, PLUGINS, startPlugin } from '@switchyard/convert/forms'
import { fieldText, readField } from './field-values.ts'
import { recordIssues, sectionsOf } from './form-sections.ts'
import { MASK, maskLink, withReadableName } from './secrets.ts'
import type { NodeRecord } from '../types.ts'

const VLESS: NodeRecord = {
  type: 'vless',
  name: 'Tokyo',
  server: 'example.com',
  port: 443,
  uuid: '5f1c7f8e-0000-4000-8000-000000000001',
  tls: { sni: 'a.example', reality: { publicKey: 'pk' } },
  transport: { type: 'ws', path: '/', headers: { Host: 'x' } },
  rest: { link: [['a', 'b']] },
}

describe('the form of a node', () => {
  test('every field has words in both languages', () => {
    const transports = ['ws', 'httpupgrade', 'grpc', 'http', 'h2', 'xhttp', 'kcp', 'quic']
    const nodeWith = (type: string, transport: string) => ({ ...VLESS, type, transport: { type: transport }, tls: {} })
    const nodes = PROTOCOLS.flatMap(({ type }) => transports.map((transport) => nodeWith(type, transport)))
    const sections = nodes.flatMap((node) => sectionsOf(node)).filter(({ name }) => name !== 'other')
    const names = new Set(sections.flatMap(({ fields }) => fields.map(({ path }) => path.at(-1)!)))
    // The kind of a transport has words of its own.
    names.delete('type')
    for (const { nodeGrid } of [zhCN, enUS]) expect([...names].filter((name) => !(name in nodeGrid.field))).toEqual([])
  })

  test('nothing of a record is left without a field', () => {
    const paths = sectionsOf(VLESS).flatMap(({ fields }) => fields.map(({ path }) => path.join('.')))
    expect(paths).toEqual(
      expect.arrayContaining(['uuid', 'tls.sni', 'tls.reality.publicKey', 'transport.headers', 'rest']),
    )
    expect(new Set(paths).size).toBe(paths.length)
  })

  test('what is shown is read back as it was', () => {
    for (const { fields } of sectionsOf(VLESS)) {
      for (const field of fields) {
        const value = getAt(VLESS, field.path)
        expect(readField(field, fieldText(field, value), value).value).toEqual(value)
      }
    }
  })

  test.each([
    ['number', { min: 1, max: 65535 }, '443', 443, undefined],
    ['number', { min: 1, max: 65535 }, '0', 0, 'range'],
    ['number', { min: 1, max: 65535 }, '70000', 70000, 'range'],
    ['number', {}, '4.5', '4.5', 'number'],
    ['number', {}, '', undefined, undefined],
    ['text', { required: true }, ' ', '', 'required'],
    ['text', {}, '', undefined, undefined],
    ['switch', {}, 'false', false, undefined],
    ['list', {}, 'h2\n http/1.1 \n', ['h2', 'http/1.1'], undefined],
    ['map', {}, 'Host: a:b\nX: 1', { Host: 'a:b', X: '1' }, undefined],
    ['map', {}, 'nothing', 'before', 'map'],
    ['json', {}, '{"a":1}', { a: 1 }, undefined],
    ['json', {}, '{', 'before', 'json'],
  ] as const)('%s %j: %j is %j, %s', (kind, more, text, value, issue) => {
    const field: NodeField = { path: ['x'], kind, ...more }
    expect(readField(field, text, 'before')).toEqual({ value, issue })
  })

  test('problems stand under the path of their field', () => {
    const broken = setAt(setAt(VLESS, ['port'], 0), ['tls', 'reality', 'publicKey'], '')
    expect([...recordIssues(broken)]).toEqual([
      ['port', 'range'],
      ['tls.reality.publicKey', 'required'],
    ])
    expect(recordIssues(VLESS).size).toBe(0)
    expect(recordIssues({ ...VLESS, tls: null, transport: null }).size).toBe(0)
  })

  test('a field that is emptied leaves the record', () => {
    expect(setAt(VLESS, ['tls', 'sni'], undefined).tls).toEqual({ reality: { publicKey: 'pk' } })
    expect(VLESS.tls).toHaveProperty('sni')
  })
})

test.each(['', '  ', '\u202e', ' \u0007 '])('the name %j is no name', (name) => {
  expect(recordIssues({ ...VLESS, name }).get('name')).toBe('required')
})

const SS: NodeRecord = {
  type: 'ss',
  name: 'Tokyo',
  server: 'example.com',
  port: 8388,
  method: 'aes-128-gcm',
  password: 'x',
}

describe('a plugin', () => {
  const fieldsOf = (node: NodeRecord) => sectionsOf(node).flatMap(({ fields }) => fields)
  const namesOf = (plugin: unknown) =>
    fieldsOf({ ...SS, plugin }).flatMap(({ path }) => (path[0] === 'plugin' ? [path.slice(1).join('.')] : []))

  test('has its own fields, and one for whatever else the record holds of it', () => {
    expect(namesOf(undefined)).toEqual(['name'])
    expect(namesOf({ name: 'obfs', mode: 'http', rest: [['a', 'b']] })).toEqual(['name', 'mode', 'host', 'uri', 'rest'])
  })

  test.each(Object.keys(PLUGINS))('a new %s can be read by the engine once it is filled in', (name) => {
    const plugin = startPlugin(name)
    const asked = fieldsOf({ ...SS, plugin }).filter(({ path, required }) => path[0] === 'plugin' && required)
    const filled = asked.reduce((node, { path }) => setAt(node, path, getAt(node, path) || 'x'), { ...SS, plugin })
    expect(nodeFrom(filled).node).toMatchObject({ plugin: { name } })
  })

  test('every field of every plugin has words in both languages', () => {
    const names = Object.values(PLUGINS).flatMap((fields) => fields.map(({ path }) => path.at(-1)!))
    for (const { nodeGrid } of [zhCN, enUS]) expect(names.filter((name) => !(name in nodeGrid.field))).toEqual([])
  })
})

test.each([
  ['trojan://p@a.example:443#%E9%A6%99%E6%B8%AF%2001', 'trojan://p@a.example:443#香港 01'],
  ['trojan://p@a.example:443#a#b%20c', 'trojan://p@a.example:443#a#b c'],
  ['trojan://p@a.example:443#100%', 'trojan://p@a.example:443#100%'],
  ['vmess://eyJ2IjoiMiJ9', 'vmess://eyJ2IjoiMiJ9'],
])('the name of %s is read as in %s', (link, read) => {
  expect(withReadableName(link)).toBe(read)
})

describe('secrets', () => {
  test.each([
    ['vless://uuid@example.com:443?type=ws&pbk=x#Tokyo', `vless://${MASK}@example.com:443?${MASK}#Tokyo`],
    ['vless://uuid@example.com:443#a@b', `vless://${MASK}@example.com:443#a@b`],
    ['vmess://eyJ2IjoiMiJ9', `vmess://${MASK}`],
    ['ss://YWVzOng=#a@b', `ss://${MASK}#a@b`],
    ['trojan://p@[::1]:443/?a=b', `trojan://${MASK}@[::1]:443?${MASK}`],
    ['no link', MASK],
  ])('%s is shown as %s', (link, masked) => {
    expect(maskLink(link)).toBe(masked)
  })
})
