import type { Findings } from '../../model/issue.ts'
import type { NodeBase } from '../../model/node.ts'
import type { MihomoProxy } from '../../protocols/protocol.ts'
import { tellMihomoRest } from '../../protocols/shared/mihomo-rest.ts'
import { tellSingboxRest } from '../../protocols/shared/singbox-rest.ts'
import { carriedProtocol } from '../carried-protocol.ts'
import { isInClash, toClassicClash } from './clash-proxy.ts'

/** An entry of `proxies:` for classic Clash. */
export function writeClashProxy(node: NodeBase, findings: Findings): MihomoProxy | undefined {
  const protocol = carriedProtocol(node, isInClash, findings)
  const entry = protocol?.toMihomo(node, findings)
  if (entry !== undefined && node.rest?.mihomo !== undefined) tellMihomoRest(node.rest.mihomo, findings)
  if (entry !== undefined && node.rest?.singbox !== undefined) tellSingboxRest(node.rest.singbox, findings)
  return entry && toClassicClash(entry, findings)
}
