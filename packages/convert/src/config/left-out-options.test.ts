import { expect, test } from 'vitest'
import { ConvertError } from '../model/convert-error.ts'
import { type ConvertOptions, convertText } from '../index.ts'
import type { Report } from '../model/report.ts'

const PROVIDER = { groups: { providers: [{ name: 'p', url: 'https://p.example.com' }] } }
const LINK = 'trojan://p@example.com:443#HK'

function reportOf(text: string, options: ConvertOptions): Report {
  try {
    return convertText([{ name: '-', text }], { template: 'minimal', ...options }).report
  } catch (error) {
    if (error instanceof ConvertError && error.report) return error.report
    throw error
  }
}

test.each<[string, string, ConvertOptions, unknown[]]>([
  ['sing-box has no proxy providers', LINK, { to: 'singbox', ...PROVIDER }, [['provider-unsupported', undefined]]],
  ['also where there is no node', '', { to: 'singbox', ...PROVIDER }, [['provider-unsupported', undefined]]],
  ['links hold none', LINK, { to: 'links', ...PROVIDER }, [['provider-unsupported', 'only-nodes']]],
  [
    'nor does a list',
    LINK,
    { to: 'mihomo', output: { list: true }, ...PROVIDER },
    [['provider-unsupported', 'only-nodes']],
  ],
  ['a config of mihomo does', LINK, { to: 'mihomo', ...PROVIDER }, []],
  ['links have no route', LINK, { to: 'links', singbox: { route: { final: 'x' } } }, [['field-ignored', undefined]]],
  [
    'mihomo has none either',
    LINK,
    { to: 'mihomo', singbox: { route: { final: 'x' } } },
    [['field-ignored', undefined]],
  ],
  ['a version of sing-box', LINK, { to: 'mihomo', singbox: { version: '1.14' } }, [['field-ignored', undefined]]],
])('%s: told once', (_, text, options, expected) => {
  expect(reportOf(text, options).issues.map(({ code, args }) => [code, args?.['reason']])).toEqual(expected)
})
