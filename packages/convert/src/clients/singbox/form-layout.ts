import type { FormLayout, FormListKind } from '../../config-form/shared/form-layout.ts'
import type { MapNode } from '../../document/document-node.ts'
import { type KeyRule, listOf } from '../../model/key-rules.ts'
import { CONTROLLER_PORT, MIXED_PORT } from '../../model/setting-limits.ts'
import { HEALTH_CHECK_INTERVAL_S, PROBE_URL, URL_TEST_TOLERANCE_MS } from '../../templates/builtin.ts'
import type { JsonObject } from '../../text/record.ts'
import { DIALECT } from './check-config.ts'
import { SINGBOX_KEYS } from './config-keys/config.ts'
import { RULE_SET, ruleKeys } from './config-keys/rules.ts'
import { readSingboxConfig, textAt, textsAt } from './read-config.ts'
import { DNS_TABLE, ROUTE_TABLE } from './rule-check/rule-tables.ts'

const GROUP_TYPES = ['selector', 'urltest']
const TEST_INTERVAL = `${HEALTH_CHECK_INTERVAL_S / 60}m`

const isGroup = (item: MapNode) => GROUP_TYPES.includes(textAt(item, 'type') ?? '')

/** The keys at the top, with those of rules and rule sets in it. */
const KEYS = {
  ...SINGBOX_KEYS,
  dns: withLists(SINGBOX_KEYS['dns']!, { rules: { kind: 'map', keys: ruleKeys(DNS_TABLE) } }),
  route: withLists(SINGBOX_KEYS['route']!, { rules: { kind: 'map', keys: ruleKeys(ROUTE_TABLE) }, rule_set: RULE_SET }),
}

function withLists(rule: KeyRule, items: Readonly<Record<string, KeyRule>>): KeyRule {
  if (rule.kind !== 'map') return rule
  const lists = Object.entries(items).map(([key, item]) => [key, listOf(item)])
  return { ...rule, keys: { ...rule.keys, ...Object.fromEntries(lists) } }
}

/** How configs of sing-box are laid out as a form. */
export const singboxForm: FormLayout = {
  keys: KEYS,
  dialect: DIALECT,
  nameKey: 'tag',
  sections: [
    { id: 'general', maps: [{ path: ['log'] }, { path: ['ntp'] }, { path: [] }], lists: [] },
    {
      id: 'dns',
      maps: [{ path: ['dns'] }],
      lists: [
        { path: ['dns', 'servers'], kind: 'dns-server' },
        { path: ['dns', 'rules'], kind: 'dns-rule' },
      ],
    },
    { id: 'inbounds', maps: [], lists: [{ path: ['inbounds'], kind: 'inbound' }] },
    {
      id: 'nodes',
      maps: [],
      lists: [
        { path: ['outbounds'], kind: 'node', holds: (item) => !isGroup(item) },
        { path: ['endpoints'], kind: 'node' },
      ],
    },
    { id: 'groups', maps: [], lists: [{ path: ['outbounds'], kind: 'group', holds: isGroup }] },
    { id: 'rules', maps: [{ path: ['route'] }], lists: [{ path: ['route', 'rules'], kind: 'rule' }] },
    { id: 'rule-sets', maps: [], lists: [{ path: ['route', 'rule_set'], kind: 'rule-set' }] },
    { id: 'experimental', maps: [{ path: ['experimental'] }], lists: [] },
  ],
  choices: {},
  firstValues: {
    'inbounds.listen': '127.0.0.1',
    'inbounds.listen_port': MIXED_PORT,
    'outbounds.url': PROBE_URL,
    'outbounds.interval': TEST_INTERVAL,
    'outbounds.tolerance': URL_TEST_TOLERANCE_MS,
    'experimental.clash_api': { external_controller: `127.0.0.1:${CONTROLLER_PORT}` },
    'experimental.clash_api.external_controller': `127.0.0.1:${CONTROLLER_PORT}`,
  },
  newTypes,
  newItem,
  membersOf(root, name) {
    const group = readSingboxConfig(root).outbounds.find(({ tag, map }) => tag === name && isGroup(map))
    return group && { members: textsAt(group.map, 'outbounds').map(({ text }) => text), unread: [] }
  },
}

const LISTS: Readonly<Partial<Record<FormListKind, readonly string[]>>> = {
  node: ['outbounds'], inbound: ['inbounds'], 'dns-server': ['dns', 'servers'], 'rule-set': ['route', 'rule_set'],
} // oxfmt-ignore

function newTypes(kind: FormListKind): readonly string[] {
  if (kind === 'group') return GROUP_TYPES
  if (kind === 'rule' || kind === 'dns-rule') return ['']
  let rule: KeyRule | undefined = { kind: 'map', keys: KEYS }
  for (const key of LISTS[kind] ?? []) rule = rule?.kind === 'map' ? rule.keys[key] : undefined
  const types = rule?.kind === 'list' && rule.of.kind === 'variants' ? Object.keys(rule.of.of) : []
  const usual = USUAL[kind]
  return [...types.filter((type) => type === usual), ...types.filter((type) => type !== usual && !GROUP_TYPES.includes(type))] // oxfmt-ignore
}

const USUAL: Readonly<Partial<Record<FormListKind, string>>> = {
  node: 'shadowsocks', inbound: 'mixed', 'dns-server': 'udp', 'rule-set': 'remote',
} // oxfmt-ignore

function newItem(kind: FormListKind, type: string, tag: string, near: readonly string[]): JsonObject {
  switch (kind) {
    case 'group': {
      const group = { type, tag, outbounds: near }
      return type === 'urltest' ? { ...group, url: PROBE_URL, interval: TEST_INTERVAL, tolerance: URL_TEST_TOLERANCE_MS } : group // oxfmt-ignore
    }
    case 'inbound':
      return type === 'tun' ? { type, tag } : { type, tag, listen: '127.0.0.1', listen_port: MIXED_PORT }
    case 'rule-set':
      return type === 'remote' ? { type, tag, format: 'binary', url: '' } : { type, tag }
    case 'rule':
      return { domain_suffix: ['example.com'], action: 'route', outbound: near[0] ?? 'direct' }
    case 'dns-rule':
      return { domain_suffix: ['example.com'], action: 'route', server: near[0] ?? '' }
    case 'dns-server':
      return ['udp', 'tcp', 'tls', 'https', 'quic', 'h3'].includes(type) ? { type, tag, server: '1.1.1.1' } : { type, tag } // oxfmt-ignore
    default:
      return ['direct', 'block', 'tor'].includes(type) ? { type, tag } : { type, tag, server: '', server_port: 443 }
  }
}
