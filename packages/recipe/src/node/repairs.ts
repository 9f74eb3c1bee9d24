import { type NodeIssue, isClientId, parseEntries, type NodeBase, writeNode, type OutputId } from '@switchyard/convert'
import { formOf, SS_METHODS } from '@switchyard/convert/forms'
import { isRecord } from '@switchyard/convert/record'
import { DEFAULT_CLIENT } from '../model/recipe.ts'

/** What can be put right about a node without asking for more than one word. */

const UNCHECKED: ReadonlySet<string> = new Set(['insecure', 'skip-cert-verify', 'allowInsecure'])

/** The node with its certificate checked; the same node when it is already. */
export function withChecks(node: NodeBase): NodeBase {
  const changed = { ...node }
  let isSame = true
  for (const [key, value] of Object.entries(node)) {
    const safe = checked(key, value)
    if (safe === value) continue
    isSame = false
    if (safe === undefined) Reflect.deleteProperty(changed, key)
    else Object.assign(changed, { [key]: safe })
  }
  return isSame ? node : changed
}

/** What stands under a key, checked; undefined for what switches the check off. */
function checked(key: string, value: unknown): unknown {
  if (UNCHECKED.has(key) && value) return undefined
  if (!isRecord(value)) return value
  const after = Object.entries(value).map(([name, inner]) => [name, checked(name, inner)] as const)
  if (after.every(([name, inner]) => inner === value[name])) return value
  return Object.fromEntries(after.filter(([, inner]) => inner !== undefined))
}

/** Ciphers of today first. Which of them a client takes is for its writer to say. */
const CIPHERS = [
  ...SS_METHODS,
  'aes-128-ctr', 'aes-192-ctr', 'aes-256-ctr', 'aes-128-cfb', 'aes-192-cfb', 'aes-256-cfb', 'rc4-md5',
  'chacha20-ietf', 'xchacha20', 'chacha20', 'auto', 'zero', 'chacha20-poly1305',
] // oxfmt-ignore

/** Where a node names its cipher. */
export function cipherField({ type }: NodeBase): 'cipher' | 'method' {
  return formOf(type)?.fields.some(({ path }) => path[0] === 'cipher') ? 'cipher' : 'method'
}

/** Ciphers that the client takes for this node, with the password it has. */
export function ciphersFor(node: NodeBase, output: OutputId): string[] {
  return CIPHERS.filter((cipher) => isTakenBy(output, { ...node, [cipherField(node)]: cipher }))
}

/** Whether a client has all that the node is. */
export function isTakenBy(output: OutputId, node: NodeBase): boolean {
  const { entry, issues } = writeNode(node, isClientId(output) ? output : DEFAULT_CLIENT)
  return entry !== undefined && issues.every(({ kept }) => kept)
}

/** What is to say about a node that was changed: what reading its own link finds out. `before`: where it has none. */
export function issuesOf(node: NodeBase, before: readonly NodeIssue[]): readonly NodeIssue[] {
  let found: readonly NodeIssue[] | undefined
  const { link } = writeNode(node, 'links')
  if (link !== undefined) parseEntries(link, {}, (entry) => entry.node && (found = entry.issues))
  return found ?? before.filter(({ code }) => code !== 'certificate-unchecked' || withChecks(node) !== node)
}
