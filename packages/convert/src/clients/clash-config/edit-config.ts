import { CheckReport } from '../../check/shared/check-report.ts'
import { type KeyDialect, KeyChecker } from '../../check/shared/key-checker.ts'
import { type DocumentNode, type DocumentPath, type MapNode, resolved, valueOf } from '../../document/document-node.ts'
import { eachHeldItem } from '../../document/held-items.ts'
import type { OpenDocument } from '../../document/open-document.ts'
import { ANY, type KeyTable } from '../../model/key-rules.ts'
import { printRuleLine } from '../../rules/rule-line.ts'
import { namesInRule, ruleValueIn } from '../../rules/rule-names.ts'
import type {
  ConfigEditor,
  KnownRules,
  NamedPart,
  NameReference,
  NameSpace,
  ListedRule,
  ReadConfig,
} from '../../inject/shared/config-editor.ts'
import { FEW, placesInYaml } from '../../inject/shared/rule-objects.ts'
import type { TextPlaces } from '../../text/text-places.ts'
import {
  childOf, type ConfigPart, itemsOf, pairsOf, readClashConfig, rulesIn, subRulesIn, textOf,
} from './read-config.ts' // oxfmt-ignore

/** What the editors of Clash and mihomo differ in. */
export interface ClashEditing extends Pick<
  ConfigEditor,
  'builtInNames' | 'builtInMembers' | 'renamesProviderNodes' | 'writeNode'
> {
  dialect: KeyDialect
  keys: KeyTable
}

/** How configs of Clash and mihomo are changed. */
export function clashConfigEditor({ dialect, keys, ...own }: ClashEditing): ConfigEditor {
  return {
    ...own,
    nameKey: 'name',
    places: {
      group: ['proxy-groups'],
      'proxy-provider': ['proxy-providers'],
      'rule-set': ['rule-providers'],
      rule: ['rules'],
    },
    memberKey: (kind) => (kind === 'proxy-provider' ? 'use' : ['node', 'group'].includes(kind) ? 'proxies' : undefined),
    partsOf,
    referencesIn: (document, root, text) => referencesIn(document, root, { ...keys, rules: ANY, 'sub-rules': ANY }, dialect, text), // oxfmt-ignore
    rulesOf,
    placesOf,
    knownRules,
    ownGroup: (group) => ({ group, issues: [] }),
    formRule: (rule) => ({ rule, issues: [] }),
    formIssues: () => [],
    hasRuleLines: true,
    ruleWriter: () => (lines) => ({ rules: lines.map(printRuleLine), ruleSets: [], issues: [] }),
    addressOf: ({ server, port }) => JSON.stringify([server, String(port)]),
  }
}

function partsOf(root: MapNode): NamedPart[] {
  const { proxies, groups, proxyProviders, ruleProviders } = readClashConfig(root)
  return [
    ...named('node', proxies),
    ...named('group', groups),
    ...named('proxy-provider', proxyProviders),
    ...named('rule-set', ruleProviders),
  ]
}

function named(kind: NamedPart['kind'], parts: readonly ConfigPart[]): NamedPart[] {
  return parts.map(
    ({ name, nameNode, map, path }): NamedPart => ({
        kind, name, nameNode, map, path, isPlain: kind === 'node' && PLAIN_TYPES.has(textOf(map, 'type') ?? ''),
      }), // oxfmt-ignore
  )
}

const PLAIN_TYPES: ReadonlySet<string> = new Set(['direct', 'reject', 'dns'])

function rulesOf(root: MapNode, places?: TextPlaces): Iterable<ListedRule> {
  const list = childOf(root, 'rules')
  return {
    *[Symbol.iterator]() {
      for (const [index, node] of eachHeldItem(list, places)) {
        const scalar = resolved(node)
        if (scalar.kind === 'scalar') yield { text: scalar.text, index, isFinal: FINAL.test(scalar.text) }
      }
    },
  }
}

const FINAL = /^ *(?:MATCH|FINAL) *,/i

/** A rule is there if a line says the same but for blanks, the case of its type and of parameters. */
function knownRules(read: () => ReadConfig): KnownRules {
  const known = new Set<string>()
  let asked = 0
  return {
    add: (rule) => known.add(plain(String(rule))),
    has(rule) {
      const line = plain(String(rule))
      if (known.has(line)) return true
      const { document, root } = read()
      if (++asked > FEW) {
        if (asked === FEW + 1) for (const { text } of rulesOf(root)) known.add(plain(text))
        return known.has(line)
      }
      for (const { text } of rulesOf(root, placesOf(document, ruleValueIn(line)))) if (plain(text) === line) return true
      return false
    },
  }
}

function plain(line: string): string {
  const type = line.slice(0, line.indexOf(','))
  if (!line.includes(' ') && type === type.toUpperCase()) return line
  const fields = line.split(',').map((field) => field.trim())
  fields[0] = fields[0]!.toUpperCase()
  return fields.join(',')
}

/** Where a name may stand; undefined for anywhere: what an alias lends stands elsewhere. */
function placesOf({ text, aliases }: OpenDocument, name: string): TextPlaces | undefined {
  return aliases.length > 0 ? undefined : placesInYaml(text, name)
}

const SPACES: Readonly<Record<string, NameSpace>> = {
  proxy: 'target', member: 'target', 'rule-target': 'target', 'proxy-provider': 'proxy-provider', 'rule-set': 'rule-set',
} // oxfmt-ignore

function referencesIn(
  document: OpenDocument,
  root: MapNode,
  keys: KeyTable,
  dialect: KeyDialect,
  wanted = '',
): NameReference[] {
  const found: NameReference[] = []
  const add = (space: NameSpace, name: string, node: DocumentNode, path: DocumentPath, at = 0) => {
    const scalar = resolved(node)
    if (scalar.kind === 'scalar') found.push({ space, name, scalar, path, at })
  }
  const places = placesOf(document, wanted)
  // What is wrong with the config is the checker's to tell.
  const checker = new KeyChecker(
    new CheckReport(document),
    dialect,
    undefined,
    (kind, name, node, path) => {
      const space = SPACES[kind]
      if (space === undefined) return
      add(space, name, node, path)
      if (kind === 'member' || kind === 'proxy-provider') found.at(-1)!.isItem = true
    },
    places,
  )
  checker.checkKeys(root, root, keys, [], [])
  for (const { text, node, path } of [...rulesIn(root, places), ...subRulesIn(root).flatMap((set) => set.rules)])
    if (text.includes(wanted)) for (const { is, name, at } of namesInRule(text)) add(is, name, node, path, at)
  for (const [index, node] of itemsOf(childOf(root, 'tunnels'))) {
    const tunnel = resolved(node)
    // `tcp/udp,127.0.0.1:6553,8.8.8.8:53,Proxy`
    const [, , , given] = tunnel.kind === 'scalar' ? tunnel.text.split(',') : []
    const name = given?.trim() ?? ''
    if (name !== '' && tunnel.kind === 'scalar') add('target', name, node, ['tunnels', index], tunnel.text.lastIndexOf(name)) // oxfmt-ignore
    for (const [key, , value] of pairsOf(node))
      if (key === 'proxy') add('target', String(valueOf(value)), value, ['tunnels', index, key])
  }
  for (const key of ['dns', 'sniffer']) addDnsNames(childOf(root, key), [key], add)
  return found
}

/** `https://1.1.1.1/dns-query#Proxy&h3=true`: what has no `=` is a name. */
const SERVER_PROXY = /^[^#]*#([^&=]+)(?:&|$)/
const RULE_SETS = /^rule-set:(.*)$/i

type AddName = (space: NameSpace, name: string, node: DocumentNode, path: DocumentPath, at?: number) => void

/** Names in the settings of DNS: behind the `#` of a server, and behind `rule-set:`. */
function addDnsNames(given: DocumentNode | undefined, path: DocumentPath, add: AddName): void {
  const waiting: [DocumentNode, DocumentPath][] = given === undefined ? [] : [[given, path]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, at] = next
    const inner = resolved(node)
    if (inner.kind === 'scalar') {
      const [, server] = SERVER_PROXY.exec(inner.text) ?? []
      if (server !== undefined) add('target', server, node, at, inner.text.indexOf('#') + 1)
      addRuleSets(node, at, add)
    }
    for (const [index, value] of itemsOf(inner)) waiting.push([value, [...at, index]])
    for (const [key, keyNode, value] of pairsOf(inner)) {
      addRuleSets(keyNode, [...at, key], add)
      waiting.push([value, [...at, key]])
    }
  }
}

function addRuleSets(node: DocumentNode, path: DocumentPath, add: AddName): void {
  const scalar = resolved(node)
  const [, names] = (scalar.kind === 'scalar' && RULE_SETS.exec(scalar.text)) || []
  if (names === undefined) return
  let at = 'rule-set:'.length
  for (const name of names.split(',')) {
    add('rule-set', name.trim(), node, path, at + name.indexOf(name.trim()))
    at += name.length + 1
  }
}
