import { describe, expect, test } from 'vitest'
import { PROTOCOLS } from '@switchyard/convert'
import enUS from '../../messages/convert/en-US.json' with { type: 'json' }
import zhCN from '../../messages/convert/zh-CN.json' with { type: 'json' }
import { getAt, setAt } from '@switchyard/recipe/model'
import type { NodeField } from '@switchyard/convert/forms'
import { fieldText, readField } from './field-values.ts'
import { recordIssues, sectionsOf } from './form-sections.ts'
import { MASK, maskLink } from './secrets.ts'
import type { NodeRecord } from './types.ts'

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
