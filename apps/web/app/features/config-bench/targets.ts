import type { OutlinedConfig } from '@switchyard/convert/configs'
import { SHARED_MEMBERS } from '@switchyard/convert/facts'

/** More nodes than these make a list slow, and rules lead to groups. */
const NODES_MAX = 500

/** Where a rule of a config may lead: its groups, what every client has, its nodes. */
export function targetsOf({ parts }: OutlinedConfig): { value: string; label: string }[] {
  const named = (kind: 'group' | 'node') =>
    parts.filter((part) => part.kind === kind && part.name !== '').map(({ name }) => name)
  const names = new Set([...named('group'), ...SHARED_MEMBERS, ...named('node').slice(0, NODES_MAX)])
  return [...names].map((name) => ({ value: name, label: name }))
}
