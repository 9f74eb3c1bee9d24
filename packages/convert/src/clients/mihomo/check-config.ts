import type { CheckReport } from '../../check/shared/check-report.ts'
import { KeyChecker } from '../../check/shared/key-checker.ts'
import { type DocumentNode, type DocumentPath, fieldsOf, type MapNode, resolved } from '../../document/document-node.ts'
import type { OpenDocument } from '../../document/open-document.ts'
import { isLoopback } from '../../config/controller.ts'
import { isIp } from '../../text/ip.ts'
import { configMap } from '../clash-config/check-document.ts'
import { checkLists } from '../clash-config/check-lists.ts'
import { checkLoops, checkMembers, checkUnique, membersOf } from '../clash-config/check-names.ts'
import { checkRuleTexts, type RuleVerdicts } from '../clash-config/check-rules.ts'
import {
  childOf, type ClashConfig, type ConfigPart, itemsOf, mapAt, pairsOf, readClashConfig, scalarOf, textOf,
} from '../clash-config/read-config.ts' // oxfmt-ignore
import { checkProxy } from './check-proxy.ts'
import { CONFIG_KEYS, TUNNEL } from './config-keys/config.ts'
import { MIHOMO_DIALECT } from './config-keys/dialect.ts'
import { isRanges, MIHOMO_FORMATS } from './config-keys/formats.ts'
import { mihomoFacts } from './facts.ts'
import { strictYaml, weakYaml } from './go-yaml.ts'

/** What mihomo makes of lines that the reader of rules mends or finds odd. */
const VERDICTS: RuleVerdicts = {
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
  'geo-name': 'warning',
  'suffix-prefix': 'warning',
  punycode: 'warning',
  // An AND of no rules matches everything.
  'logic-double-parentheses': ({ type }) => (type === 'NOT' ? 'error' : 'warning'),
  'action-sub-rule': 'warning',
  'line-too-long': 'warning',
  'sub-rule-circle': 'warning',
  // Numbers beyond 65535 wrap, a reversed range is swapped.
  port: ({ value = '' }) => (value !== '*' && isRanges(String(value)) ? 'warning' : 'error'),
  'port-range': 'warning',
  'param-ignored': 'note',
}

/** Finds what mihomo refuses in a config, and what it takes and passes over. */
export function checkMihomoConfig(
  document: OpenDocument,
  report: CheckReport,
  _version: string,
  lists: ReadonlyMap<string, string>,
): void {
  const root = configMap(document, report)
  if (root === undefined) return
  const keys = new KeyChecker(report, MIHOMO_DIALECT, undefined)
  keys.checkKeys(root, root, CONFIG_KEYS, [], [])
  const config = readClashConfig(root)
  checkProxies(config, report)
  checkGroups(config, report)
  checkProviders(config, report)
  checkRules(config, report)
  checkLists(config.ruleProviders, lists, report)
  checkDns(config, report)
  checkRest(config, keys, report)
  checkSettings(root, report)
}

/** Everything that a rule, a tunnel or a listener may lead to. */
function targetsOf({ proxies, groups }: ClashConfig): string[] {
  return [
    ...mihomoFacts.rules.targets,
    'PASS-RULE',
    ...proxies.map(({ name }) => name),
    ...groups.map(({ name }) => name),
  ]
}

function checkProxies(config: ClashConfig, report: CheckReport): void {
  const { proxies, groups } = config
  for (const proxy of proxies) {
    if (proxy.name === '' && scalarOf(proxy.map, 'name') === undefined)
      report.add('key-missing', proxy.node.kind === 'map' ? startOf(proxy.node) : proxy.node, proxy.path, {
        key: 'name',
      })
    checkProxy(proxy.map, proxy.node, proxy.path, report)
  }
  const taken = new Set(mihomoFacts.groups.reservedNames)
  checkUnique([...proxies, ...groups], taken, report)
  const targets = targetsOf(config)
  const names = new Set(targets)
  const dialers = new Map<string, { next: string; proxy: ConfigPart; node: DocumentNode }>()
  for (const proxy of proxies) {
    const node = childOf(proxy.map, 'dialer-proxy')
    const next = textOf(proxy.map, 'dialer-proxy')
    if (node === undefined || next === undefined || next === '') continue
    if (!names.has(next))
      report.add('name-missing', node, [...proxy.path, 'dialer-proxy'], {
        name: next,
        ...report.nearest(next, targets),
      })
    dialers.set(proxy.name, { next, proxy, node })
  }
  const done = new Set<string>()
  for (const start of dialers.keys()) {
    const path: string[] = []
    for (let at: string | undefined = start; at !== undefined && !done.has(at); at = dialers.get(at)?.next) {
      if (path.includes(at)) {
        const loop = path.slice(path.indexOf(at))
        const last = dialers.get(loop.at(-1)!)!
        report.add('names-loop', last.node, [...last.proxy.path, 'dialer-proxy'], {
          names: [...loop, loop[0]!].join(' → '),
        })
        break
      }
      path.push(at)
      if (path.length > 100) break
    }
    for (const name of path) done.add(name)
  }
}

function startOf(map: MapNode): { start: number; end: number } {
  return map.isFlow ? { start: map.start, end: map.start + 1 } : (map.pairs[0]?.key ?? map)
}

const GROUP_TYPES: ReadonlySet<string> = new Set(mihomoFacts.groups.types)
const STRATEGIES = ['round-robin', 'consistent-hashing', 'sticky-sessions']

function checkGroups({ proxies, groups, proxyProviders }: ClashConfig, report: CheckReport): void {
  const own = groups.some(({ name }) => name === 'GLOBAL') ? ['GLOBAL'] : []
  const known = new Set([
    ...mihomoFacts.groups.members,
    'PASS-RULE',
    ...own,
    ...proxies.map(({ name }) => name),
    ...groups.map(({ name }) => name),
  ])
  const providers = new Map(proxyProviders.map((provider) => [provider.name, provider]))
  const providerNames = [...providers.keys()]
  const leaves = new Set([...mihomoFacts.groups.members, ...proxies.map((proxy) => proxy.name)])
  const leafNames = [...leaves]
  const members = membersOf(groups)
  checkMembers(members, known, report)
  for (const { map, name, nameNode, node, path } of groups) {
    const nameScalar = scalarOf(map, 'name')
    if (nameScalar === undefined || strictYaml.isNull(nameScalar) || strictYaml.number(nameScalar) !== undefined)
      report.add('key-missing', nameScalar ?? (node.kind === 'map' ? startOf(node) : node), path, { key: 'name' })
    const typeNode = childOf(map, 'type')
    const type = textOf(map, 'type')
    if (typeNode !== undefined && type === 'relay') report.add('relay-removed', typeNode, [...path, 'type'])
    else if (typeNode !== undefined && type !== undefined && !GROUP_TYPES.has(type)) {
      const values = mihomoFacts.groups.types.join(', ')
      report.add('value-wrong', typeNode, [...path, 'type'], {
        key: 'type',
        values,
        ...report.nearest(type, [...GROUP_TYPES]),
      })
    }
    const includes = ['include-all', 'include-all-proxies', 'include-all-providers'].some((key) => isOn(map, key))
    const uses = itemsOf(childOf(map, 'use'))
    const memberCount = itemsOf(childOf(map, 'proxies')).length
    if (memberCount === 0 && uses.length === 0 && !includes)
      report.add('members-missing', node.kind === 'map' ? startOf(node) : node, path, { name })
    const onlyProviders =
      isOn(map, 'include-all-providers') && !isOn(map, 'include-all') && !isOn(map, 'include-all-proxies')
    if (onlyProviders && memberCount === 0 && uses.length === 0 && providers.size === 0)
      report.add('members-missing', childOf(map, 'include-all-providers')!, [...path, 'include-all-providers'], {
        name,
      })
    for (const [index, use] of uses) {
      const scalar = resolved(use)
      if (scalar.kind !== 'scalar' || providers.has(scalar.text)) continue
      report.add('name-missing', use, [...path, 'use', index], {
        name: scalar.text,
        ...report.nearest(scalar.text, providerNames),
      })
    }
    if (memberCount > 0 && providers.has(name))
      report.add('name-taken', nameNode, [...path, 'name'], { name, of: report.lineOf(providers.get(name)!.nameNode) })
    const strategy = textOf(map, 'strategy')
    if (type === 'load-balance' && strategy !== undefined && strategy !== '' && !STRATEGIES.includes(strategy))
      report.add('value-wrong', childOf(map, 'strategy')!, [...path, 'strategy'], {
        key: 'strategy',
        values: STRATEGIES.join(', '),
      })
    const fallback = textOf(map, 'empty-fallback')
    if (fallback !== undefined && fallback !== '' && !leaves.has(fallback))
      report.add('name-missing', childOf(map, 'empty-fallback')!, [...path, 'empty-fallback'], {
        name: fallback,
        ...report.nearest(fallback, leafNames),
      })
  }
  checkLoops(groups, members, report)
}

function isOn(map: MapNode, key: string): boolean {
  const node = scalarOf(map, key)
  return node !== undefined && weakYaml.boolean(node) === true
}

function checkProviders({ groups, proxyProviders }: ClashConfig, report: CheckReport): void {
  const used = new Set(groups.flatMap(({ map }) => itemsOf(childOf(map, 'use')).map(([, node]) => textOfNode(node))))
  const usesAll = groups.some(({ map }) => isOn(map, 'include-all') || isOn(map, 'include-all-providers'))
  for (const { name, nameNode, map, node, path } of proxyProviders) {
    if (name === 'default') report.add('name-taken', nameNode, path, { name })
    const payload = itemsOf(childOf(map, 'payload'))
    const isInline = textOf(map, 'type') === 'inline'
    if (isInline && payload.length === 0)
      report.add(
        'members-missing',
        childOf(map, 'payload') ?? (node.kind === 'map' ? nameNode : node),
        [...path, 'payload'],
        { name },
      )
    for (const [index, item] of payload) {
      const proxy = mapAt(item)
      if (proxy !== undefined) checkProxy(proxy, item, [...path, 'payload', index], report)
    }
    if (!usesAll && !used.has(name)) report.add('name-unused', nameNode, path, { name })
    if (textOf(map, 'type') === 'http' && (textOf(map, 'url') ?? '') === '')
      report.add('key-missing', nameNode, path, { key: 'url' }, { severity: 'warning' })
  }
}

function textOfNode(node: DocumentNode): string | undefined {
  const scalar = resolved(node)
  return scalar.kind === 'scalar' ? scalar.text : undefined
}

function checkRules(config: ClashConfig, report: CheckReport): void {
  const { rules, subRules, ruleProviders } = config
  const targets = targetsOf(config)
  const known = new Set(targets)
  const providers = ruleProviders.map(({ name }) => name)
  const options = {
    client: mihomoFacts.id,
    targets,
    providers,
    subRules: subRules.map(({ name }) => name),
    isTarget: (name: string) => known.has(name),
  }
  checkRuleTexts([rules], options, VERDICTS, report)
  const ofSets = subRules.map((set) => set.rules)
  checkRuleTexts(ofSets, { ...options, isSubRules: true }, VERDICTS, report)
  for (const provider of ruleProviders) {
    if (textOf(provider.map, 'behavior') !== 'classical') continue
    // A wrong line of a list is passed over with a word in the log.
    const path = [...provider.path, 'payload']
    for (const [index, node] of itemsOf(childOf(provider.map, 'payload'))) {
      const text = textOfNode(node) ?? ''
      const type = text.split(',', 1)[0]!.trim().toUpperCase()
      if (!text.includes(',') || ['MATCH', 'RULE-SET', 'SUB-RULE'].includes(type))
        report.add(
          'rule-parts',
          node,
          [...path, index],
          { reason: 'three-segments', raw: text },
          { severity: 'warning' },
        )
    }
  }
}

function checkDns({ root, ruleProviders }: ClashConfig, report: CheckReport): void {
  const dns = mapAt(childOf(root, 'dns'))
  if (dns === undefined) return
  const count = (key: string) => itemsOf(childOf(dns, key)).length
  const isEnabled = isTrue(dns, 'enable')
  const nameserver = childOf(dns, 'nameserver')
  if (isEnabled && nameserver !== undefined && resolved(nameserver).kind === 'list' && count('nameserver') === 0)
    report.add('value-wrong', nameserver, ['dns', 'nameserver'], { key: 'nameserver', expected: 'filled' })
  const first = childOf(dns, 'default-nameserver')
  if (isEnabled && first !== undefined && resolved(first).kind === 'list' && count('default-nameserver') === 0)
    report.add('value-wrong', first, ['dns', 'default-nameserver'], { key: 'default-nameserver', expected: 'filled' })
  if (isTrue(dns, 'respect-rules') && count('proxy-server-nameserver') === 0)
    report.add('keys-together', childOf(dns, 'respect-rules')!, ['dns', 'respect-rules'], {
      key: 'respect-rules',
      other: 'proxy-server-nameserver',
    })
  if (pairsOf(childOf(dns, 'proxy-server-nameserver-policy')).length > 0 && count('proxy-server-nameserver') === 0)
    report.add(
      'keys-together',
      childOf(dns, 'proxy-server-nameserver-policy')!,
      ['dns', 'proxy-server-nameserver-policy'],
      {
        key: 'proxy-server-nameserver-policy',
        other: 'proxy-server-nameserver',
      },
    )
  const sets = new Map(ruleProviders.map((provider) => [provider.name, textOf(provider.map, 'behavior')]))
  const setNames = [...sets.keys()]
  const checkSet = (text: string, node: DocumentNode, path: DocumentPath) => {
    for (const part of text.split(',')) {
      const [, names] = /^rule-set:(.*)$/i.exec(part.trim()) ?? []
      if (names === undefined) continue
      for (const name of names.split(','))
        if (!sets.has(name)) report.add('name-missing', node, path, { name, ...report.nearest(name, setNames) })
        else if (sets.get(name) === 'ipcidr')
          report.add('value-wrong', node, path, { key: 'rule-set', values: 'domain, classical' })
    }
  }
  for (const key of ['fake-ip-filter'])
    for (const [index, node] of itemsOf(childOf(dns, key))) checkSet(textOfNode(node) ?? '', node, ['dns', key, index])
  for (const key of ['nameserver-policy', 'proxy-server-nameserver-policy'])
    for (const [text, keyNode] of pairsOf(childOf(dns, key))) {
      checkSet(text, keyNode, ['dns', key, text])
      if (/^rule-set:/i.test(text)) continue
      for (const part of text.split(','))
        if (!MIHOMO_FORMATS['domain']!(part))
          report.add('value-wrong', keyNode, ['dns', key, text], { key, expected: 'domain' })
    }
}

function isTrue(map: MapNode, key: string): boolean {
  const node = scalarOf(map, key)
  return node !== undefined && strictYaml.boolean(node) === true
}

const SNIFFERS: ReadonlySet<string> = new Set(['http', 'tls', 'quic'])

function checkRest(config: ClashConfig, keys: KeyChecker, report: CheckReport): void {
  const { root } = config
  for (const [host, , value] of pairsOf(childOf(root, 'hosts'))) {
    const node = resolved(value)
    if (node.kind === 'scalar' && strictYaml.isNull(node))
      report.add(
        'client-crashes',
        value.start < value.end ? value : fieldsOf(mapAt(childOf(root, 'hosts'))!).get(host)!.key,
        ['hosts', host],
      )
    else if (
      node.kind === 'map' ||
      (node.kind === 'scalar' &&
        node.style === 'plain' &&
        (strictYaml.number(node) ?? strictYaml.boolean(node)) !== undefined)
    )
      report.add('value-type', value, ['hosts', host], { key: host, expected: 'text' })
    else if (node.kind === 'list') {
      const names = node.items.map(({ value: item }) => textOfNode(item) ?? '')
      if (names.length > 1 && names.some((name) => !isIp(name)))
        report.add('value-wrong', value, ['hosts', host], { key: host, expected: 'ip' })
    }
  }
  const sniffer = mapAt(childOf(root, 'sniffer'))
  const sniff = sniffer && childOf(sniffer, 'sniff')
  for (const [name, keyNode] of pairsOf(sniff))
    if (!SNIFFERS.has(name.toLowerCase()))
      report.add('value-wrong', keyNode, ['sniffer', 'sniff', name], { key: 'sniff', values: 'HTTP, TLS, QUIC' })
  const targets = new Set(targetsOf(config))
  const missing = (name: string, node: DocumentNode, path: DocumentPath) =>
    report.add('name-missing', node, path, { name, ...report.nearest(name, [...targets]) })
  for (const [index, node] of itemsOf(childOf(root, 'tunnels'))) {
    const tunnel = resolved(node)
    const path = ['tunnels', index]
    if (tunnel.kind === 'map') {
      keys.check(node, TUNNEL, path, 'tunnels')
      const proxy = textOf(tunnel, 'proxy')
      if (proxy !== undefined && proxy !== '' && !targets.has(proxy))
        missing(proxy, childOf(tunnel, 'proxy')!, [...path, 'proxy'])
    } else if (tunnel.kind === 'scalar') {
      const parts = tunnel.text.split(',')
      if (parts.length < 3 || parts.length > 4)
        report.add('value-wrong', node, path, { key: 'tunnels', expected: 'tunnel' })
      const proxy = parts[3]?.trim()
      if (proxy !== undefined && proxy !== '' && !targets.has(proxy)) {
        const at = node.end - (tunnel.style === 'plain' ? 0 : 1)
        missing(proxy, { ...tunnel, start: at - proxy.length, end: at }, path)
      }
    }
  }
  for (const [index, node] of itemsOf(childOf(root, 'listeners'))) {
    const listener = mapAt(node)
    const proxy = listener && textOf(listener, 'proxy')
    if (listener === undefined || proxy === undefined || proxy === '' || targets.has(proxy)) continue
    missing(proxy, childOf(listener, 'proxy')!, ['listeners', index, 'proxy'])
  }
}

const PORT_KEYS = ['port', 'socks-port', 'mixed-port', 'redir-port', 'tproxy-port']

/** Settings that the client takes and that may harm: ports twice, ports that are none, and an open controller. */
function checkSettings(root: MapNode, report: CheckReport): void {
  const ports = new Map<number, string>()
  for (const key of PORT_KEYS) {
    const node = scalarOf(root, key)
    const port = node && strictYaml.number(node)
    if (node === undefined || port === undefined || port === 0) continue
    const first = ports.get(port)
    // Measured on mihomo of July 2026: it starts, and says that it cannot listen there.
    if (port < 0 || port > 65_535) report.add('bad-port', node, [key], {}, { severity: 'warning' })
    else if (first === undefined) ports.set(port, key)
    else report.add('port-taken', node, [key], { port, key: first })
  }
  const controller = scalarOf(root, 'external-controller')
  if (
    controller !== undefined &&
    controller.text !== '' &&
    !isLoopback(controller.text) &&
    (textOf(root, 'secret') ?? '') === ''
  )
    report.add('unsafe-setting', controller, ['external-controller'], { field: 'external-controller' })
  const deprecated = fieldsOf(root).get('global-client-fingerprint')
  if (deprecated !== undefined)
    report.add('spelling-old', deprecated.key, ['global-client-fingerprint'], {
      key: 'global-client-fingerprint',
      instead: 'client-fingerprint',
    })
}
