import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CLIENT_FACTS } from '../src/clients/facts.ts'
import { ISSUE_SEVERITY } from '../src/model/issue.ts'
import { paramOf } from '../src/link/query.ts'
import { parseNodes } from '../src/parse-nodes.ts'
import { MIHOMO_ONLY_TYPES } from '../src/protocols/mihomo-only.form.ts'
import { PROTOCOLS } from '../src/protocols/index.ts'
import { readIniTemplate } from '../src/templates/ini.ts'

const FOLDER = new URL('../../../docs/formats/', import.meta.url)
const PAGES = readdirSync(FOLDER).filter((file) => file.endsWith('.md'))
const pageOf = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8')

const mihomoOnly: readonly string[] = MIHOMO_ONLY_TYPES
const shared = PROTOCOLS.map(({ type }) => type).filter((type) => !mihomoOnly.includes(type))

/** The lines of the fenced examples of a page that are links. */
function examplesOf(file: string): string[] {
  const blocks = [...pageOf(file).matchAll(/^```\n([\s\S]*?)^```/gm)]
  return blocks.flatMap(([, block = '']) => block.split('\n')).filter((line) => line.includes('://'))
}

/** Names and addresses that belong to nobody: RFC 2606, 3849, 5737. */
const OF_NOBODY =
  /^(?:(?:[a-z0-9-]+\.)*example\.(?:com|net|org)|192\.0\.2\.\d+|198\.51\.100\.\d+|203\.0\.113\.\d+|2001:db8:.*)$/

test.each(shared)(
  'the page of %s has a share link that is read as such a node, of a server that belongs to nobody',
  (type) => {
    const examples = examplesOf(`${type}.md`)
    expect(examples).not.toEqual([])
    for (const link of examples) {
      const { nodes, skipped } = parseNodes(link)
      expect({ link, types: [...new Set(nodes.map(({ node }) => node.type))], skipped }).toEqual({ link, types: [type], skipped: 0 }) // oxfmt-ignore
      for (const { node } of nodes) expect(node.server).toMatch(OF_NOBODY)
    }
  },
)

test('the entry on the page of what only mihomo has is read as it stands', () => {
  const [, entry = ''] = /```yaml\n([\s\S]*?)```/.exec(pageOf('mihomo-only.md')) ?? []
  expect(parseNodes(`proxies:\n  ${entry}`).nodes.map(({ node }) => node.type)).toEqual(['trusttunnel'])
  expect(mihomoOnly.filter((type) => !pageOf('mihomo-only.md').includes(`\`${type}\``))).toEqual([])
})

test.each([
  ['clash-yaml', ['ss', 'trojan']],
  ['sing-box-json', ['trojan']],
  ['xray-json', ['vless']],
  ['shadowsocks-lists', ['ss']],
  ['surge-lines', ['ss', 'trojan', 'ss', 'wireguard', 'ss']],
  ['wireguard-conf', ['wireguard']],
  ['client-configs', ['hysteria2', 'http']],
  ['base64', ['trojan', 'trojan']],
])('the examples of %s are read as they stand', (page, types) => {
  const blocks = [...pageOf(`${page}.md`).matchAll(/^```(?:yaml|json)?\n([\s\S]*?)^```/gm)].map(
    ([, block = '']) => block,
  )
  const read = blocks.map((block) => parseNodes(block))
  expect(read.flatMap(({ issues }) => issues)).toEqual([])
  const nodes = read.flatMap((one) => one.nodes.map(({ node }) => node))
  expect(nodes.map(({ type }) => type)).toEqual(types)
  for (const { server } of nodes) expect(server).toMatch(OF_NOBODY)
})

test('the example of an ini template is read without a word of complaint', () => {
  const [, ini = ''] = /```ini\n([\s\S]*?)```/.exec(pageOf('ini-templates.md')) ?? []
  const { template, issues } = readIniTemplate(ini, 'example.ini')
  expect(issues).toEqual([])
  expect([template.groups.length, template.rules.length]).toEqual([2, 3])
})

test.each(CLIENT_FACTS)(
  'the page of $title names its file, its names, its kinds of groups and its log levels',
  (client) => {
    const { file, nodes, groups, settings } = client
    const page = pageOf(`${client.spellings[0]}.md`)
    const reported = [
      ...nodes.builtInNames,
      ...groups.members,
      ...groups.reservedNames,
      ...groups.types,
      ...settings.logLevels,
    ]
    const words = new Set(page.match(/[\w-]+/g))
    expect(page).toContain(`\`${file.name}.${file.extension}\``)
    expect(reported.filter((name) => !words.has(name))).toEqual([])
  },
)

test('the page of what is lost names every code', () => {
  const page = pageOf('losses.md')
  expect(Object.keys(ISSUE_SEVERITY).filter((code) => !page.includes(`\`${code}\``))).toEqual([])
})

test('every spelling in the table of parameters is one of the parameter beside it', () => {
  const [, table = ''] = /## Parameters\n([\s\S]*?)\n## /.exec(pageOf('links.md')) ?? []
  const rows = [...table.matchAll(/^\| (`.*?) \| (.*?) \|$/gm)]
  expect(rows.length).toBeGreaterThan(30)
  const wrong = rows.flatMap(([, names = '', spellings = '']) => {
    const params = [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name)
    return spellings.split(/[,;] /).filter((spelling) => !params.includes(paramOf(spelling)))
  })
  expect(wrong).toEqual([])
})

test('the index names every page of the folder', () => {
  const index = pageOf('README.md')
  expect(PAGES.filter((file) => file !== 'README.md' && !index.includes(`](${file})`))).toEqual([])
})

test('a page that another page leads to is there', () => {
  const broken = PAGES.flatMap((file) =>
    [...pageOf(file).matchAll(/\]\(([^)#:]+\.md)(?:#[^)]*)?\)/g)]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(new URL(path, FOLDER)))
      .map((path) => `${file}: ${path}`),
  )
  expect(broken).toEqual([])
})
