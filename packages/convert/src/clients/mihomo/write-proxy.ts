import type { NodeIssues } from '../../model/issue.ts'
import type { NodeBase } from '../../model/node.ts'
import type { MihomoProxy, Protocol } from '../../protocols/protocol.ts'
import { reportField } from '../../protocols/shared/mihomo-rest.ts'
import { reportSingboxRest } from '../../protocols/shared/singbox-rest.ts'
import { carriedProtocol } from '../carried-protocol.ts'
import { withCertificateNames } from './certificate-name.ts'
import type { JsonObject } from '../../text/record.ts'

/** What mihomo has. */
export function isInMihomo({ mihomoTypes }: Protocol): boolean {
  return mihomoTypes.length > 0
}

/** An entry of `proxies:` for mihomo. */
export function writeMihomoProxy(node: NodeBase, issues: NodeIssues): MihomoProxy | undefined {
  const protocol = carriedProtocol(node, isInMihomo, issues)
  const written = protocol?.toMihomo(node, issues)
  const entry = written && withCertificateNames(written, issues)
  if (entry === undefined || node.rest === undefined) return entry
  if (node.rest.mihomo !== undefined) addRest(entry, node.rest.mihomo, issues)
  if (node.rest.singbox !== undefined) reportSingboxRest(node.rest.singbox, issues)
  return entry
}

/** Keys that mihomo does not know are ignored there: scalars stay with their node, maps could only do harm. */
function addRest(entry: MihomoProxy, rest: JsonObject, issues: NodeIssues): void {
  for (const key of Object.keys(rest)) {
    const value = rest[key]
    if (key === '__proto__') continue
    const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    if (isScalar && !Object.hasOwn(entry, key)) entry[key] = value
    else reportField(key, value, issues)
  }
}
