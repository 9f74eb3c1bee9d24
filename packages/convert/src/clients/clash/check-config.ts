import type { CheckReport } from '../../check/shared/check-report.ts'
import { KeyChecker, type KeyDialect } from '../../check/shared/key-checker.ts'
import { type MapNode, resolved } from '../../document/document-node.ts'
import type { OpenDocument } from '../../document/open-document.ts'
import { isCidr } from '../../text/ip.ts'
import { configMap } from '../clash-config/check-document.ts'
import { checkLoops, checkMembers, checkUnique, membersOf } from '../clash-config/check-names.ts'
import { checkRuleTexts, type RuleVerdicts } from '../clash-config/check-rules.ts'
import { childOf, type ClashConfig, itemsOf, readClashConfig, scalarOf, textOf } from '../clash-config/read-config.ts'
import { MIHOMO_FORMATS } from '../mihomo/config-keys/formats.ts'
import { strictYaml, weakYaml } from '../mihomo/go-yaml.ts'
import { CLASH_KEYS } from './config-keys.ts'
import { clashFacts } from './facts.ts'

/** Clash's readers are those that mihomo began with: docs/formats/clash.md, "Facts". */
export const CLASH_DIALECT: KeyDialect = {
  readings: { strict: strictYaml, weak: weakYaml },
  unknownKey: 'warning',
  anyCase: false,
  formats: {
    ...MIHOMO_FORMATS,
    uuid: (text) =>
      /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(text.replace(/^urn:uuid:|^\{|\}$/gi, '')),
    'name-server': (text) =>
      !/^(?:quic|rcode|ts|tailscale|http|h3):\/\//i.test(text) && MIHOMO_FORMATS['name-server']!(text),
    prefix: isCidr,
    // This core has no such checks.
    ranges: () => true,
    'local-path': () => true,
  },
  underscores: true,
  nullIsAbsent: false,
  floats: true,
}

const VERDICTS: RuleVerdicts = {
  'type-case': 'error',
  'port-type': 'error',
  'final-type': 'error',
  'match-value': 'error',
  'yaml-item': 'error',
  'domain-empty': 'warning',
  'domain-space': 'warning',
  'domain-wildcard': 'warning',
  'domain-label': 'warning',
  'domain-length': 'warning',
  'domain-international': 'warning',
  'geoip-code': 'warning',
  'suffix-prefix': 'warning',
  punycode: 'warning',
  'param-ignored': 'note',
  // It has this type, which rules for others cannot have.
  'type-unknown': ({ type }) => (type === 'INBOUND-PORT' ? 'none' : 'error'),
}

/** Finds what Clash 1.18 refuses in a config, and what it takes and passes over. */
export function checkClashConfig(document: OpenDocument, report: CheckReport): void {
  const root = configMap(document, report)
  if (root === undefined) return
  new KeyChecker(report, CLASH_DIALECT, undefined).checkKeys(root, root, CLASH_KEYS, [], [])
  const config = readClashConfig(root)
  checkUnique([...config.proxies, ...config.groups], new Set(clashFacts.rules.targets), report)
  checkGroups(config, report)
  checkRules(config, report)
}

const TYPES = [...clashFacts.groups.types, 'relay']
/** They look after the health of their members, and need to know how. */
const CHECKING_TYPES: ReadonlySet<string> = new Set(['url-test', 'fallback', 'load-balance'])
const STRATEGIES = ['consistent-hashing', 'round-robin']

function checkGroups({ proxies, groups, proxyProviders }: ClashConfig, report: CheckReport): void {
  const known = new Set([
    ...clashFacts.groups.members,
    ...proxies.map(({ name }) => name),
    ...groups.map(({ name }) => name),
  ])
  const members = membersOf(groups)
  checkMembers(members, known, report)
  const providers = new Set(proxyProviders.map(({ name }) => name))
  for (const { map, name, nameNode, node, path } of groups) {
    const start = node.kind === 'map' && !node.isFlow ? (node.pairs[0]?.key ?? node) : node
    if (scalarOf(map, 'name') === undefined) report.add('key-missing', start, path, { key: 'name' })
    const typeNode = childOf(map, 'type')
    const type = textOf(map, 'type')
    if (typeNode === undefined) report.add('key-missing', start, path, { key: 'type' })
    else if (type !== undefined && !TYPES.includes(type))
      report.add('value-wrong', typeNode, [...path, 'type'], {
        key: 'type',
        values: TYPES.join(', '),
        ...report.nearest(type, TYPES),
      })
    const uses = itemsOf(childOf(map, 'use'))
    const memberCount = itemsOf(childOf(map, 'proxies')).length
    if (memberCount === 0 && uses.length === 0) report.add('members-missing', start, path, { name })
    for (const [index, use] of uses) {
      const scalar = resolved(use)
      if (scalar.kind === 'scalar' && !providers.has(scalar.text))
        report.add('name-missing', use, [...path, 'use', index], {
          name: scalar.text,
          ...report.nearest(scalar.text, [...providers]),
        })
    }
    if (memberCount > 0 && providers.has(name)) report.add('name-taken', nameNode, [...path, 'name'], { name })
    if (memberCount > 0 && type !== undefined && CHECKING_TYPES.has(type)) checkHealth(map, start, path, report)
    const strategy = textOf(map, 'strategy')
    if (type === 'load-balance' && strategy !== undefined && strategy !== '' && !STRATEGIES.includes(strategy))
      report.add('value-wrong', childOf(map, 'strategy')!, [...path, 'strategy'], {
        key: 'strategy',
        values: STRATEGIES.join(', '),
      })
  }
  checkLoops(groups, members, report)
}

function checkHealth(
  map: MapNode,
  start: { start: number; end: number },
  path: readonly (string | number)[],
  report: CheckReport,
): void {
  if ((textOf(map, 'url') ?? '') === '') report.add('key-missing', start, path, { key: 'url' })
  const interval = scalarOf(map, 'interval')
  if (interval === undefined || weakYaml.number(interval) === 0)
    report.add('key-missing', start, path, { key: 'interval' })
}

function checkRules({ rules, proxies, groups }: ClashConfig, report: CheckReport): void {
  const targets = [...clashFacts.rules.targets, ...proxies.map(({ name }) => name), ...groups.map(({ name }) => name)]
  const known = new Set(targets)
  const options = { client: clashFacts.id, targets, isTarget: (name: string) => known.has(name) }
  checkRuleTexts([rules], options, VERDICTS, report)
  for (const { text, node, path } of rules) {
    const type = text.split(',', 1)[0]!.trim()
    // Only the Premium core has rule providers.
    if (type === 'RULE-SET') report.add('rule-type-unknown', node, path, { reason: 'type-unknown', type, raw: text })
  }
}
