import type { NodeIssues } from '../../model/issue.ts'
import type { NodeBase } from '../../model/node.ts'
import type { MihomoProxy } from '../../protocols/protocol.ts'
import { reportMihomoRest } from '../../protocols/shared/mihomo-rest.ts'
import { reportSingboxRest } from '../../protocols/shared/singbox-rest.ts'
import { carriedProtocol } from '../carried-protocol.ts'
import { isInClash, toClassicClash } from './clash-proxy.ts'

/** An entry of `proxies:` for classic Clash. */
export function writeClashProxy(node: NodeBase, issues: NodeIssues): MihomoProxy | undefined {
  const protocol = carriedProtocol(node, isInClash, issues)
  const entry = protocol?.toMihomo(node, issues)
  if (entry !== undefined && node.rest?.mihomo !== undefined) reportMihomoRest(node.rest.mihomo, issues)
  if (entry !== undefined && node.rest?.singbox !== undefined) reportSingboxRest(node.rest.singbox, issues)
  return entry && toClassicClash(entry, issues)
}
