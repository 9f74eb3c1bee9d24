import type { NodeIssues } from '../../../model/issue.ts'
import { mihomoOnlyLost } from '../../../protocols/shared/mihomo-only.ts'
import { isPlainAmnezia, type WireguardNode, type WireguardPeer } from '../../../protocols/wireguard.ts'
import { base64Size } from '../../../text/base64.ts'
import { isIp } from '../../../text/ip.ts'
import { outboundOf, type XrayWriter } from './outbound.ts'
import { addSockopt } from './stream.ts'
import type { JsonObject } from '../../../text/record.ts'

const KEY_BYTES = 32

/** WireGuard, in the process itself: a device of the system would need rights. */
export const wireguard: XrayWriter<WireguardNode> = {
  toXray(node, _version, issues) {
    if (node.amnezia && !isPlainAmnezia(node.amnezia)) return issues.refuse('amnezia-unsupported', 'amnezia-wg-option')
    // A key of another length is taken, and nothing connects.
    if (!isKey(node.privateKey)) return issues.refuse('client-refuses', 'private-key')
    const address = node.address.map((prefix) => prefix.split('/', 1)[0]!)
    if (address.length === 0 || !address.every(isIp)) return issues.refuse('client-refuses', 'address')
    const peers: JsonObject[] = []
    for (const peer of [node, ...(node.morePeers ?? [])]) {
      if (!isKey(peer.publicKey)) return issues.refuse('client-refuses', 'public-key')
      if (peer.presharedKey !== undefined && !isKey(peer.presharedKey))
        return issues.refuse('client-refuses', 'pre-shared-key')
      peers.push(peerOf(peer))
    }
    const settings: JsonObject = { secretKey: node.privateKey, address, peers, noKernelTun: true }
    if (node.mtu !== undefined) settings['mtu'] = node.mtu
    const reserved = reservedOf(node, issues)
    if (reserved !== undefined) settings['reserved'] = reserved
    if (node.workers !== undefined) settings['workers'] = node.workers
    if (node.dns !== undefined) issues.note('field-ignored', 'dns')
    if (node.udp === false) issues.note('field-ignored', 'udp')
    mihomoOnlyLost(node.mihomo, issues)
    const stream: JsonObject = {}
    addSockopt(stream, node, issues)
    return outboundOf(node, 'wireguard', settings, stream)
  },
}

function isKey(key: string): boolean {
  return base64Size(key) === KEY_BYTES
}

function peerOf({ server, port, publicKey, presharedKey, allowedIps, keepalive }: WireguardPeer): JsonObject {
  const peer: JsonObject = { publicKey, endpoint: `${server.includes(':') ? `[${server}]` : server}:${port}` }
  if (presharedKey !== undefined) peer['preSharedKey'] = presharedKey
  if (keepalive !== undefined) peer['keepAlive'] = keepalive
  if (allowedIps !== undefined) peer['allowedIPs'] = allowedIps
  return peer
}

/** Xray has one for all peers. */
function reservedOf({ reserved, morePeers = [] }: WireguardNode, issues: NodeIssues): number[] | undefined {
  if (morePeers.some((peer) => peer.reserved?.join() !== reserved?.join())) issues.note('field-ignored', 'reserved')
  return reserved
}
