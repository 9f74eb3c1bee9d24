import { parseNodes } from '@switchyard/convert'
import { expect, test } from 'vitest'
import { Converter } from '../converter.ts'
import { NODE_FILES, type NodeFile } from '../model/nodes/list-work.ts'
import { NO_EDITS } from '../model/nodes/edits.ts'

const TROJAN = 'trojan://pw@a.example.com:443?sni=s.example.com#%E9%A6%99%E6%B8%AF%2001'
const SSR = `ssr://${btoa(`b.example.com:443:origin:aes-256-cfb:plain:${btoa('pw')}/?remarks=${btoa('SSR')}`)}`

function exported(text: string, format: NodeFile, edits = {}) {
  const desk = new Converter()
  desk.read('a', 'file, one', text)
  const request = { sources: ['a'], edits: { ...NO_EDITS, ...edits } }
  const keys = desk.rows(request).map(({ key }) => key)
  return { ...desk.export(request, keys, format), keys, desk, request }
}

test.each(NODE_FILES.filter((format) => format !== 'csv'))('what is saved as %s is read again', (format) => {
  const { text, left } = exported(TROJAN, format)
  const { nodes } = parseNodes(text)
  expect([nodes.map(({ node }) => [node.name, node.server]), left]).toEqual([[['香港 01', 'a.example.com']], 0])
})

test('a table has a row for every node, with its link', () => {
  expect(exported(TROJAN, 'csv').text).toBe(
    '\u{feff}name,region,protocol,server,port,transport,security,source,link\r\n' +
      `香港 01,HK,trojan,a.example.com,443,,tls,"file, one",${TROJAN}\r\n`,
  )
})

test('nodes that the format cannot say are counted', () => {
  expect(exported(`${TROJAN}\n${SSR}`, 'json').left).toBe(1)
  expect(exported(SSR, 'json')).toMatchObject({ text: '', left: 1 })
})

test('a name that was given stands in the file', () => {
  const { desk, request, keys } = exported(TROJAN, 'text')
  const named = { ...request, edits: { ...NO_EDITS, names: { [keys[0]!]: 'JP-01' } } }
  expect(desk.export(named, keys, 'text').text).toBe(`${TROJAN.replace(/#.*/, '#JP-01')}\n`)
})

test('what was chosen is written, also where it repeats another node or is switched off', () => {
  const text = `${TROJAN}\n${TROJAN}`
  const { keys } = exported(text, 'text')
  expect(exported(text, 'text', { disabled: keys }).text.trim().split('\n')).toHaveLength(2)
})
