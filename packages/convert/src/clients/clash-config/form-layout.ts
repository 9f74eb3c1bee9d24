import type { KeyDialect } from '../../check/shared/key-checker.ts'
import type { FormLayout, FormListKind, GroupPreview } from '../../config-form/shared/form-layout.ts'
import type { MapNode } from '../../document/document-node.ts'
import type { KeyTable } from '../../model/key-rules.ts'
import { CONTROLLER_PORT, MIXED_PORT } from '../../model/setting-limits.ts'
import type { JsonObject } from '../../text/record.ts'
import { ClashGroups } from './explain-groups.ts'
import { readClashConfig } from './read-config.ts'

/** What the forms of Clash and mihomo differ in. */
interface ClashForm {
  keys: KeyTable
  dialect: KeyDialect
  groupTypes: readonly string[]
  /** What a group that tests its members begins with. */
  probe: { url: string; interval: number; tolerance: number }
  listInterval: number
  providerInterval: number
}

const INBOUND_KEYS = [
  'mixed-port', 'port', 'socks-port', 'redir-port', 'tproxy-port', 'allow-lan', 'bind-address', 'authentication',
  'skip-auth-prefixes', 'lan-allowed-ips', 'lan-disallowed-ips', 'inbound-tfo', 'inbound-mptcp', 'tunnels', 'ss-config',
  'vmess-config', 'tuic-server',
] as const // oxfmt-ignore
const STRATEGIES = ['consistent-hashing', 'round-robin', 'sticky-sessions']

/** How configs of Clash and mihomo are laid out as a form. */
export function clashFormLayout(client: ClashForm): FormLayout {
  const { keys, dialect, groupTypes, probe } = client
  const inbounds = INBOUND_KEYS.filter((key) => Object.hasOwn(keys, key))
  return {
    keys,
    dialect,
    nameKey: 'name',
    sections: [
      { id: 'general', maps: [{ path: [] }], lists: [] },
      { id: 'dns', maps: [{ path: ['dns'] }, { path: [], keys: ['hosts'] }], lists: [] },
      {
        id: 'inbounds',
        maps: [{ path: [], keys: inbounds }, { path: ['tun'] }, ...present(keys, 'sniffer')],
        lists: Object.hasOwn(keys, 'listeners') ? [{ path: ['listeners'], kind: 'inbound' }] : [],
      },
      { id: 'nodes', maps: [], lists: [{ path: ['proxies'], kind: 'node' }] },
      { id: 'providers', maps: [], lists: [{ path: ['proxy-providers'], kind: 'proxy-provider' }] },
      { id: 'groups', maps: [], lists: [{ path: ['proxy-groups'], kind: 'group' }] },
      {
        id: 'rules',
        maps: Object.hasOwn(keys, 'sub-rules') ? [{ path: [], keys: ['sub-rules'] }] : [],
        lists: [{ path: ['rules'], kind: 'rule' }],
      },
      { id: 'rule-sets', maps: [], lists: [{ path: ['rule-providers'], kind: 'rule-set' }] },
      { id: 'experimental', maps: present(keys, 'experimental', 'ntp', 'iptables', 'clash-for-android'), lists: [] },
    ],
    choices: { 'proxy-groups.type': groupTypes, 'proxy-groups.strategy': STRATEGIES },
    firstValues: {
      'mixed-port': MIXED_PORT,
      'external-controller': `127.0.0.1:${CONTROLLER_PORT}`,
      'proxy-groups.url': probe.url,
      'proxy-groups.interval': probe.interval,
      'proxy-groups.tolerance': probe.tolerance,
      'proxy-providers.*.interval': client.providerInterval,
      'rule-providers.*.interval': client.listInterval,
    },
    newTypes: (kind) => newTypes(kind, client),
    newItem: (kind, type, name, near) => newItem(kind, type, name, near, client),
    membersOf: (root: MapNode, name: string): GroupPreview | undefined =>
      new ClashGroups(readClashConfig(root), new Map()).membersOf(name),
  }
}

function present(keys: KeyTable, ...names: readonly string[]): { path: string[] }[] {
  return names.filter((name) => Object.hasOwn(keys, name)).map((name) => ({ path: [name] }))
}

function newTypes(kind: FormListKind, { keys, groupTypes }: ClashForm): readonly string[] {
  if (kind === 'group') return groupTypes
  if (kind === 'proxy-provider' || kind === 'rule-set') return ['http', 'file']
  // Rules are written as lines.
  if (kind !== 'node' && kind !== 'inbound') return []
  const rule = keys[kind === 'node' ? 'proxies' : 'listeners']
  const item = rule?.kind === 'list' ? rule.of : undefined
  return item?.kind === 'variants' ? Object.keys(item.of) : []
}

function newItem(
  kind: FormListKind,
  type: string,
  name: string,
  near: readonly string[],
  { probe, providerInterval, listInterval }: ClashForm,
): JsonObject {
  if (kind === 'group') {
    const group = { name, type, proxies: near.length > 0 ? near : ['DIRECT'] }
    if (type === 'select') return group
    const { url, interval, tolerance } = probe
    return { ...group, url, interval, ...(type === 'url-test' && { tolerance }) }
  }
  if (kind === 'proxy-provider') {
    const check = { enable: true, url: probe.url, interval: probe.interval }
    return type === 'http' ? { type, url: '', interval: providerInterval, 'health-check': check } : { type, path: '' }
  }
  if (kind === 'rule-set') return type === 'http' ? { type, behavior: 'classical', url: '', interval: listInterval } : { type, behavior: 'classical', path: '' } // oxfmt-ignore
  return kind === 'node' ? { name, type, server: '', port: 443 } : { name, type, listen: '127.0.0.1', port: MIXED_PORT + 1 } // oxfmt-ignore
}
