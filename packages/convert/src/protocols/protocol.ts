import type { NodeIssues } from '../model/issue.ts'
import type { AnyShape } from '../model/kinds.ts'
import type { Fields } from '../model/fields.ts'
import type { NodeBase } from '../model/node.ts'
import type { SingboxVersion } from '../model/singbox-version.ts'
import type { NodeForm } from './shared/form.ts'
import type { Reach } from '../model/reach.ts'
import type { JsonObject } from '../text/record.ts'

/** One `proxies:` entry: allow-listed keys in the order they are printed. */
export type MihomoProxy = JsonObject

/** One sing-box outbound or endpoint. */
export type SingboxOutbound = JsonObject

/** What the sing-box at hand can say. */
export interface SingboxTarget {
  version: SingboxVersion
  /** Lowest minor version the output must load on: 12, 13 or 14. */
  minor: 12 | 13 | 14
  /** Tag of the DNS server that looks up nodes; absent where no config stands around them. */
  resolver?: string
}

/**
 * A protocol on one page: how its nodes are spelled in links, mihomo and sing-box. Readers give the node, or undefined
 * after `issues.refuse`; writers give the entry, or undefined after `issues.refuse` when the client would refuse
 * it or could not connect with it. What gets lost on the way is told with `issues.note`.
 */
export interface Protocol<N extends NodeBase = NodeBase> {
  type: N['type']
  /** What a node may hold, field by field: `nodeFields<N>({…})`. */
  fields: AnyShape
  /** How a person fills one in, and what of it is secret: `<name>.form.ts`, which pages load without the engine. */
  form: NodeForm
  /** Its nodes have no server and port of their own. */
  addressless?: true
  schemes: readonly string[]
  /** The name of a link stands inside its body, not behind a `#`: another name makes another body. */
  namedInside?: true
  /** Type names in `proxies:` (first = written) and in sing-box (first = written); empty where it has none. */
  mihomoTypes: readonly string[]
  singboxTypes: readonly string[]
  /** It runs over UDP alone: what is said of TCP connections, such as TCP Fast Open, means nothing to it. */
  overUdp?: true
  /** In sing-box it may go through a shadowtls outbound, which then is a part of the node. */
  behindShadowTls?: true
  /** It exists over TLS only: a node object without `tls` is none. */
  needsTls?: true
  /** What of a node's server can be tried without its secrets. Undefined: nothing. */
  reach(node: N): Reach | undefined
  /** `link` is the trimmed line, `&amp;` already undone. Several nodes where one link names several. */
  fromLink(link: string, issues: NodeIssues): N | N[] | undefined
  toLink(node: N, issues: NodeIssues): string | undefined
  fromMihomo(entry: Fields, issues: NodeIssues): N | undefined
  toMihomo(node: N, issues: NodeIssues): MihomoProxy | undefined
  fromSingbox(entry: Fields, issues: NodeIssues): N | N[] | undefined
  /** Several outbounds where the node needs helpers: the first is the node, the others are hidden from groups. */
  toSingbox(node: N, target: SingboxTarget, issues: NodeIssues): SingboxOutbound | SingboxOutbound[] | undefined
}
