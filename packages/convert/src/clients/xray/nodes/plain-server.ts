import type { NodeIssues } from '../../../model/issue.ts'
import type { NodeBase, Tls } from '../../../model/node.ts'
import type { XrayVersion } from '../../../model/xray-version.ts'
import { ipv4Value, ipv6Groups } from '../../../text/ip.ts'

/** Private ranges as Xray has them (common/geodata/consts.go of 26.7.28): first address and length of the prefix. */
const PRIVATE_V4: readonly (readonly [address: string, prefix: number])[] = [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12],
  ['192.0.0.0', 24], ['192.0.2.0', 24], ['192.88.99.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15], ['198.51.100.0', 24],
  ['203.0.113.0', 24], ['224.0.0.0', 3],
] // oxfmt-ignore
const PRIVATE_NAMES = [
  'lan',
  'localdomain',
  'example',
  'invalid',
  'localhost',
  'test',
  'local',
  'home.arpa',
  'internal',
]

/**
 * Xray 26.7.11 and later refuses the whole file over VLESS or Trojan without any encryption towards a public server
 * (XTLS/Xray-core PR 6303). True after the refusal.
 */
export function refusesPlain(
  { server, tls }: NodeBase & { tls?: Tls | null },
  version: XrayVersion,
  issues: NodeIssues,
): boolean {
  if (tls || version !== '26.6' || isPrivateServer(server)) return false
  issues.refuse('client-refuses', 'security', { reason: 'plain-to-public' })
  return true
}

/** Whether Xray takes an address as private: a range for private use, or a name that is known nowhere else. */
export function isPrivateServer(server: string): boolean {
  const v4 = ipv4Value(server)
  if (v4 >= 0) return isPrivateV4(v4)
  const groups = ipv6Groups(server)
  if (groups !== undefined) return isPrivateV6(groups)
  const name = server.toLowerCase().replace(/\.$/, '')
  return (
    PRIVATE_NAMES.some((one) => name === one || name.endsWith(`.${one}`)) ||
    /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name)
  )
}

function isPrivateV4(value: number): boolean {
  return PRIVATE_V4.some(([address, prefix]) => {
    const size = 2 ** (32 - prefix)
    return Math.floor(value / size) === Math.floor(ipv4Value(address) / size)
  })
}

/** `::/127`, `fc00::/7`, `fe80::/10`, `ff00::/8`, and IPv4 inside IPv6. */
function isPrivateV6(groups: readonly number[]): boolean {
  const [first = 0] = groups
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 5).every((group) => group === 0)) {
    if (groups[5] === 0xffff) return isPrivateV4(high * 65536 + low)
    if (groups[5] === 0 && high === 0 && low < 2) return true
  }
  return first >> 9 === 0xfc00 >> 9 || first >> 6 === 0xfe80 >> 6 || first >> 8 === 0xff
}
