import { BARE_LIST } from './bare-list.ts'
import {
  type NodeIssue,
  NodeIssues,
  isClientId,
  linkOf,
  outputWriter,
  parseEntries,
  type NodeBase,
} from '@switchyard/convert'
import { SS_METHODS } from '@switchyard/convert/forms'
import type { TargetId } from './model/conversion-types.ts'
import { DEFAULT_CLIENT } from './model/recipe.ts'

/** What can be put right about a node without asking for more than one word. */

const UNCHECKED: ReadonlySet<string> = new Set(['insecure', 'skip-cert-verify', 'allowInsecure'])

/** The node with its certificate checked; the same node when it is already. */
export function withChecks(node: NodeBase): NodeBase {
  return checked(node) as NodeBase
}

function checked(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const before = Object.entries(value)
  const after = before
    .filter(([key, inner]) => !(UNCHECKED.has(key) && inner))
    .map(([key, inner]) => [key, checked(inner)] as const)
  const isSame = after.length === before.length && after.every(([, inner], index) => inner === before[index]![1])
  return isSame ? value : Object.fromEntries(after)
}

/** Ciphers of today first. Which of them a client takes is for its writer to say. */
const CIPHERS = [
  ...SS_METHODS,
  'aes-128-ctr', 'aes-192-ctr', 'aes-256-ctr', 'aes-128-cfb', 'aes-192-cfb', 'aes-256-cfb', 'rc4-md5',
  'chacha20-ietf', 'xchacha20', 'chacha20', 'auto', 'zero', 'chacha20-poly1305',
] // oxfmt-ignore

/** Where a node names its cipher. */
export function cipherField({ type }: NodeBase): 'cipher' | 'method' {
  return type === 'vmess' ? 'cipher' : 'method'
}

/** Ciphers that the client takes for this node, with the password it has. */
export function ciphersFor(node: NodeBase, target: TargetId): string[] {
  return CIPHERS.filter((cipher) => isTakenBy(target, { ...node, [cipherField(node)]: cipher }))
}

/** Whether a client has all that the node is. */
export function isTakenBy(target: TargetId, node: NodeBase): boolean {
  const issues = new NodeIssues()
  try {
    write(node, target, issues)
  } catch {
    return false
  }
  return issues.take().every(({ kept }) => kept)
}

function write(node: NodeBase, target: TargetId, issues: NodeIssues): void {
  const client = isClientId(target) ? target : DEFAULT_CLIENT
  outputWriter(client, BARE_LIST).writeNode(node, { node }, issues)
}

/** What is to say about a node that was changed: what reading its own link finds out. `before`: where it has none. */
export function issuesOf(node: NodeBase, before: readonly NodeIssue[]): readonly NodeIssue[] {
  let found: readonly NodeIssue[] | undefined
  try {
    const link = linkOf(node, undefined, node.name, new NodeIssues())
    if (link !== undefined) parseEntries(link, {}, (entry) => entry.node && (found = entry.issues))
  } catch {
    // A field of the wrong kind: no link can be written.
  }
  return found ?? before.filter(({ code }) => code !== 'certificate-unchecked' || withChecks(node) !== node)
}
