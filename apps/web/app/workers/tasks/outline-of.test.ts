import { expect, test } from 'vitest'
import { outlineOf } from './outline-of.ts'

test('an outline has the keys of a document and those in them, with their lines', () => {
  const yaml = 'port: 7890\nproxies:\n  - {name: a}\n  - {name: b}\ndns:\n  enable: true\n  nameserver: [1.1.1.1]\n'
  expect(outlineOf(yaml, 'yaml')).toEqual([
    { name: 'port', line: 1, depth: 0 },
    { name: 'proxies', line: 2, depth: 0, count: 2 },
    { name: 'dns', line: 5, depth: 0, count: 2 },
    { name: 'enable', line: 6, depth: 1 },
    { name: 'nameserver', line: 7, depth: 1, count: 1 },
  ])
  expect(outlineOf('{"log": {"level": "info"},\n"outbounds": []}', 'json')).toEqual([
    { name: 'log', line: 1, depth: 0, count: 1 },
    { name: 'level', line: 1, depth: 1 },
    { name: 'outbounds', line: 2, depth: 0, count: 0 },
  ])
})

test('what is no document has none', () => {
  expect(outlineOf('', 'yaml')).toBeUndefined()
  expect(outlineOf('- a\n- b\n', 'yaml')).toEqual([])
})
