import { parseNodes, probeTarget } from '@switchyard/convert'
import { parseRanges } from '@switchyard/outbound'
import { expect } from 'vitest'
import { engineTest } from '../../../../packages/convert/proof/engine-test.ts'
import { findEngines } from '../../../../packages/convert/proof/find-engines.ts'
import { TRAFFIC_CASES } from '../../../../packages/convert/proof/traffic-cases.ts'
import { caseName, withTrafficServers } from '../../../../packages/convert/proof/traffic.ts'
import { probe, PROBE_BUDGETS } from './probe.ts'

const TIMEOUT_MS = 60_000

/** The servers of the real clients' tests stand on this machine. */
const network = {
  privateRanges: parseRanges(['127.0.0.0/8']),
  ownAddresses: [],
  resolve: () => Promise.resolve([]),
  dial: (address: string, port: number) => ({ address, port }),
}
const { signal } = new AbortController()

engineTest(
  ['sing-box', 'xray'],
  'servers of every kind are found at the level that a page asks for',
  async () => {
    const engines = findEngines()
    const cases = TRAFFIC_CASES.filter(({ server, hops }) => engines[server].path && !hops)
    const rows = await withTrafficServers(cases, '', async ({ setting, portOf }) => {
      const asked = cases.map(async (one) => {
        const target = probeTarget(parseNodes(one.link(setting, portOf(one))).nodes[0]!.node)
        if (!target) return []
        const { alpn, ...rest } = target
        const asked = { ...rest, ...(alpn && { alpn: [...alpn] }) }
        const found = await probe(asked, { network, budgets: PROBE_BUDGETS, now: Date.now, signal })
        return [{ name: caseName(one), transport: target.transport, found }]
      })
      return (await Promise.all(asked)).flat()
    })
    const ms = expect.any(Number) as number
    // Behind REALITY and ShadowTLS it is that of the site whose name they borrow, and this site has the same one.
    const certificate = expect.objectContaining({ isSelfSigned: true, isTrusted: false, isExpired: false, matchesName: true }) // oxfmt-ignore
    const levels: Record<string, object> = {
      tcp: { tcp: { ms } },
      tls: { tcp: { ms }, tls: expect.objectContaining({ version: 'TLSv1.3', certificate }) },
      quic: { quic: { ms, proves: 'answers' } },
    }
    for (const { name, transport, found } of rows)
      expect([name, found]).toEqual([name, { outcome: 'reachable', ...levels[transport] }])
    // Nobody may lose a kind of server without noticing.
    const kinds = new Set(rows.map(({ name, transport }) => `${name.split(',')[0]} by ${transport}`))
    expect([...kinds].toSorted()).toEqual(['anytls by tls', 'http by tcp', 'http by tls', 'hysteria2 by quic', 'socks5 by tcp', 'socks5 by tls', 'ss by tcp', 'ss by tls', 'trojan by tcp', 'trojan by tls', 'tuic by quic', 'vless by tls', 'vmess by tcp', 'vmess by tls']) // oxfmt-ignore
  },
  TIMEOUT_MS,
)
