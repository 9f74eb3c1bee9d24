import { expect, test } from 'vitest'
import { findCulprits } from './acceptance.ts'
import { generateNodes } from './generate-nodes.ts'
import { mihomoDangling, singboxDangling } from './references.ts'

test('a name in a sing-box config that leads nowhere is found, wherever it stands', () => {
  const config = {
    dns: {
      servers: [{ tag: 'far', detour: 'gone-1', domain_resolver: 'gone-2' }],
      rules: [{ type: 'logical', rules: [{ rule_set: ['ads', 'gone-3'] }], server: 'gone-4' }],
      final: 'far',
    },
    outbounds: [
      { type: 'selector', tag: 'Select', outbounds: ['A', 'gone-5'], default: 'gone-6' },
      { type: 'trojan', tag: 'A', detour: 'gone-7', domain_resolver: { server: 'gone-8' } },
    ],
    route: {
      rules: [
        { rule_set: 'gone-9', outbound: 'gone-10' },
        { inbound: ['gone-11'], outbound: 'A' },
      ],
      rule_set: [{ tag: ['ads'], download_detour: 'gone-12' }],
      default_domain_resolver: { server: 'gone-13' },
      final: 'gone-14',
    },
  }
  const names = singboxDangling(config).map((line) => Number(/gone-(\d+)/.exec(line)?.[1]))
  expect(names.sort((one, other) => one - other)).toEqual(Array.from({ length: 14 }, (_, index) => index + 1))
})

test('a name in a mihomo config that leads nowhere or stands twice is found', () => {
  const config = {
    proxies: [{ name: 'A', 'dialer-proxy': 'gone-1' }, { name: 'A' }],
    'proxy-groups': [{ name: 'Select', proxies: ['A', 'DIRECT', 'gone-2'], use: ['gone-3'] }],
    'rule-providers': { ads: {} },
    rules: [
      'RULE-SET,ads,REJECT',
      'RULE-SET,gone-4,Select',
      'IP-CIDR,192.0.2.0/24,gone-5,no-resolve',
      'AND,((DOMAIN,a.test),(DST-PORT,80)),Select',
      'MATCH,gone-6',
    ],
  }
  expect(mihomoDangling(config)).toEqual([
    'twice: A',
    'group Select: gone-2',
    'group Select: gone-3',
    'node A: gone-1',
    'rule RULE-SET,gone-4,Select',
    'rule IP-CIDR,192.0.2.0/24,gone-5,no-resolve',
    'rule MATCH,gone-6',
  ])
})

test('of a file that a client refuses, the single nodes are found', async () => {
  const nodes = generateNodes(1, 50)
  const bad = new Set([nodes[3], nodes[4], nodes[49]])
  const asked: number[] = []
  const culprits = await findCulprits(nodes, async (file) => {
    asked.push(file.length)
    return file.some((node) => bad.has(node)) ? 'refused' : undefined
  })
  expect(culprits.map(({ node }) => node)).toEqual([...bad])
  expect(asked.length).toBeLessThan(30)

  const together = await findCulprits(nodes.slice(0, 2), async (file) => (file.length > 1 ? 'tag twice' : undefined))
  expect(together.map(({ message }) => message)).toEqual(['only together with 1 others: tag twice'])
})
