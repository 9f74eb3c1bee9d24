import { ConvertError } from './convert-error.ts'
import { type Finding, Findings, ISSUE_SEVERITY, type Issue } from './issue.ts'
import { findDuplicates } from './nodes/dedupe.ts'
import { findLostChains, followNewNames } from './nodes/dialers.ts'
import { finalName } from './nodes/final-names.ts'
import { isInfoEntry } from './nodes/info-entry.ts'
import type { Mapping } from './nodes/mapping.ts'
import type { NodeBase } from './nodes/node.ts'
import { regionOf } from './nodes/regions.ts'
import { UniqueNames } from './nodes/unique-names.ts'
import { type ParsedText, parseNodes } from './parse-nodes.ts'
import { buildClashConfig } from './platforms/clash-config.ts'
import type { ConfigRequest, ProxyProvider, RuleSetEntry } from './platforms/config.ts'
import { takenNames } from './platforms/groups.ts'
import { buildMihomoConfig } from './platforms/mihomo-config.ts'
import { nodeListPrinter } from './platforms/node-list-printer.ts'
import { printJsonConfig, printYamlConfig } from './platforms/print-config.ts'
import { buildSingboxConfig } from './platforms/singbox-config.ts'
import { BUILT_IN_NAMES, type OutputId, type WrittenNode, singboxTarget, writeNode } from './platforms/write-node.ts'
import type { PlatformId, SingboxVersion } from './protocols/protocol.ts'
import type { Report, SubscriptionInfo } from './report.ts'
import { type BuiltinName, builtinTemplate } from './templates/builtin.ts'
import type { Lang, Template } from './templates/template.ts'

/** Spec §3: left out for Clash unless asked for. */
export const DEFAULT_EXCLUDES: Readonly<Record<OutputId, readonly string[]>> = {
  clash: ['vless', 'hysteria2'],
  mihomo: [],
  singbox: [],
  links: [],
  base64: [],
}

/** A node on its way through a conversion, and where it came from. */
export interface NodeEntry {
  node: NodeBase
  /** The share link it came from. */
  link?: string
  source?: string
  line?: number
  inner?: number
  /** What reading it found out. */
  findings?: readonly Finding[]
  /** Switched off by the user: counted, not written. */
  disabled?: boolean
}

/** The convert parameters of spec §3, `nodes` apart, and the options beside them. */
export interface ConvertOptions {
  platform: OutputId
  singboxVersion?: SingboxVersion
  /** Only the nodes, no config around them. */
  list?: boolean
  template?: BuiltinName | Template
  lang?: Lang
  mapping?: Mapping
  /** Node types left out; `info` = information entries. Absent: the platform's default. */
  excludes?: readonly string[]
  /** Types that the default does not leave out after all. */
  includes?: readonly string[]
  useProvider?: boolean
  prefix?: string
  /** Puts the region's flag before names that have none. */
  flag?: boolean
  additionRules?: string
  ruleProviders?: readonly RuleSetEntry[]
  proxyProviders?: readonly ProxyProvider[]
  route?: Record<string, unknown>
  lists?: ReadonlyMap<string, string>
  clashPremium?: boolean
  /** Base put in the place of the raw hosts in list addresses. */
  listMirror?: string
  keepDuplicates?: boolean
}

export interface ConvertResult {
  text: string
  report: Report
}

/** A text to convert: what the user pasted, a file, a fetched subscription. */
export interface Source {
  name: string
  text: string
  subscription?: SubscriptionInfo
}

/**
 * Subscription text in, a config that the client loads out. Throws ConvertError when there is nothing to give back:
 * `no-nodes`, `no-nodes-for-clash`, `bad-template`.
 */
export function convertText(sources: readonly Source[], options: ConvertOptions): ConvertResult {
  const parsed = sources.map((source) => ({ source, ...parseNodes(source.text, { source: source.name }) }))
  const entries = parsed.flatMap(({ source, nodes }) =>
    sources.length === 1 ? nodes : nodes.map((node) => ({ ...node, source: source.name })),
  )
  const source = sources.length === 1 ? sources[0]!.name : undefined
  return new Conversion(options, readingReport(parsed), source, 1).run(entries)
}

/** The library call with node objects: equal names become A, A_2, A_3. */
export function convert({ nodes, ...options }: ConvertOptions & { nodes: readonly NodeBase[] }): ConvertResult {
  const entries = nodes.map((node): NodeEntry => ({ node }))
  const report: Report = { ...EMPTY_REPORT, entries: nodes.length, nodes: nodes.length, issues: [] }
  return new Conversion(options, report, undefined, 2).run(entries)
}

const EMPTY_REPORT: Report = {
  entries: 0, comments: 0, nodes: 0, skipped: 0, duplicates: 0, excluded: 0, disabled: 0, refused: 0, output: 0,
  issues: [], subscription: null,
} // oxfmt-ignore

function readingReport(parsed: readonly (ParsedText & { source: Source })[]): Report {
  const report: Report = { ...EMPTY_REPORT, issues: [] }
  const told: SubscriptionInfo[] = []
  for (const { source, ...text } of parsed) {
    report.entries += text.entries
    report.comments += text.comments
    report.skipped += text.skipped
    report.nodes += text.nodes.length
    for (const issue of text.issues) report.issues.push(issue)
    const subscription = source.subscription ?? text.subscription
    if (subscription) told.push(subscription)
  }
  report.subscription = told.length > 1 ? told : (told[0] ?? null)
  return report
}

/** One conversion from the read nodes on: decisions.md §5, order of steps. */
class Conversion {
  readonly #options: ConvertOptions
  readonly #report: Report
  /** Of entries that do not name their own. */
  readonly #source: string | undefined
  readonly #template: Template
  /** A whole config, not the bare nodes. */
  readonly #isConfig: boolean
  readonly #names: UniqueNames

  constructor(options: ConvertOptions, report: Report, source: string | undefined, firstSuffix: 1 | 2) {
    const { platform, template = 'standard', lang = 'en-US' } = options
    this.#options = options
    this.#report = report
    this.#source = source
    this.#template = typeof template === 'object' ? template : builtinTemplate(template, lang)
    this.#isConfig = options.list !== true && platform !== 'links' && platform !== 'base64'
    this.#names = new UniqueNames(this.#takenNames(), firstSuffix)
  }

  run(entries: readonly NodeEntry[]): ConvertResult {
    const wanted = this.#withoutExcluded(this.#withoutDuplicates(entries))
    const nodes = this.#withFinalNames(wanted)
    return this.#isConfig ? this.#writeConfig(nodes, wanted) : this.#writeList(nodes, wanted)
  }

  #withoutDuplicates(entries: readonly NodeEntry[]): readonly NodeEntry[] {
    if (this.#options.keepDuplicates) return entries
    const duplicates = findDuplicates(entries)
    if (duplicates.size === 0) return entries
    return entries.filter((entry, index) => {
      const same = duplicates.get(index)
      if (same === undefined) return true
      const of = entries[same.of]?.line
      this.#report.duplicates++
      this.#tell(entry, entry.node.name, {
        code: same.differs ? 'duplicate-differs' : 'duplicate',
        kept: false,
        of,
        args: of === undefined ? undefined : { of },
      })
      return false
    })
  }

  #withoutExcluded(entries: readonly NodeEntry[]): readonly NodeEntry[] {
    const excludes = new Set(this.#options.excludes ?? DEFAULT_EXCLUDES[this.#options.platform])
    for (const type of this.#options.includes ?? []) excludes.delete(type)
    return entries.filter((entry) => {
      const { name, type } = entry.node
      if (entry.disabled) {
        this.#report.disabled++
        return false
      }
      const isInfo = isInfoEntry(name)
      const isExcluded = excludes.has(type) || (isInfo && excludes.has('info'))
      if (isInfo) this.#tell(entry, name, { code: 'info-entry', kept: !isExcluded })
      else if (isExcluded) this.#tell(entry, name, { code: 'excluded', kept: false, args: { type } })
      if (isExcluded) this.#report.excluded++
      return !isExcluded
    })
  }

  /** Groups and built-ins of the finished config. */
  #takenNames(): readonly string[] {
    const { platform, mapping } = this.#options
    if (platform === 'links' || platform === 'base64') return []
    return this.#isConfig
      ? [...BUILT_IN_NAMES[platform], ...takenNames(this.#template, platform, mapping)]
      : BUILT_IN_NAMES[platform]
  }

  /** The nodes under their final names, in the order of the entries; what reading found out is told under these names. */
  #withFinalNames(entries: readonly NodeEntry[]): readonly NodeBase[] {
    const nodes = entries.map((entry) => {
      const { node, finding } = finalName(entry.node, entry.source, this.#options, this.#names)
      if (entry.findings !== undefined) for (const found of entry.findings) this.#tell(entry, node.name, found)
      if (finding !== undefined) this.#tell(entry, node.name, finding)
      return node
    })
    return followNewNames(nodes, (index) => entries[index]!.node.name)
  }

  #writeConfig(nodes: readonly NodeBase[], entries: readonly NodeEntry[]): ConvertResult {
    const report = this.#report
    const written: WrittenNode[] = []
    this.#writeNodes(nodes, entries, (one) => written.push(one))
    this.#mustHaveNodes()
    const { text, issues, refused } = printConfig(configRequest(this.#options, this.#template, written), written)
    for (const issue of issues) report.issues.push(issue)
    report.refused += refused.length
    report.output -= refused.length
    this.#mustHaveNodes()
    return { text, report }
  }

  #writeList(nodes: readonly NodeBase[], entries: readonly NodeEntry[]): ConvertResult {
    const printer = nodeListPrinter(this.#options.platform)
    if (nodes.some((node) => node.dialer !== undefined)) {
      for (const written of this.#withoutLostChains(nodes, entries)) printer.add(written)
    } else this.#writeNodes(nodes, entries, (written) => printer.add(written))
    this.#mustHaveNodes()
    return { text: printer.toString(), report: this.#report }
  }

  /** Writes node after node; what the client would refuse is left out and counted. */
  #writeNodes(nodes: readonly NodeBase[], entries: readonly NodeEntry[], take: (written: WrittenNode) => void): void {
    const { platform, singboxVersion = 'compatible' } = this.#options
    const findings = new Findings()
    const target = singboxTarget(singboxVersion)
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes[index]!
      const entry = entries[index]!
      const written = writeNode(node, entry, platform, target, findings)
      if (!findings.isEmpty) for (const finding of findings.take()) this.#tell(entry, node.name, finding)
      if (written === undefined) this.#report.refused++
      else {
        this.#report.output++
        take(written.helpers.length === 0 ? written : withUniqueHelpers(written, this.#names))
      }
    }
  }

  #withoutLostChains(nodes: readonly NodeBase[], entries: readonly NodeEntry[]): readonly WrittenNode[] {
    const written: WrittenNode[] = []
    this.#writeNodes(nodes, entries, (one) => written.push(one))
    if (this.#options.platform === 'links' || this.#options.platform === 'base64') return written
    const lost = findLostChains(written.map((one) => one.node))
    for (const [index, node] of nodes.entries()) {
      if (!lost.has(node.name)) continue
      this.#report.refused++
      this.#report.output--
      this.#tell(entries[index]!, node.name, { code: 'client-refuses', field: 'dialer-proxy', kept: false })
    }
    return written.filter((one) => !lost.has(one.node.name))
  }

  /** No node and a provider is a valid result where groups use providers. */
  #mustHaveNodes(): void {
    const { platform, useProvider, proxyProviders = [] } = this.#options
    const report = this.#report
    if (report.output > 0) return
    if (this.#isConfig && platform !== 'singbox' && useProvider && proxyProviders.length > 0) return
    const hadNodes = report.nodes > report.duplicates + report.disabled
    throw new ConvertError(platform === 'clash' && hadNodes ? 'no-nodes-for-clash' : 'no-nodes', {}, report)
  }

  #tell(entry: NodeEntry, node: string, { code, field, kept, args, of }: Finding & { of?: number }): void {
    const { source = this.#source, line, inner } = entry
    this.#report.issues.push({ source, line, inner, node, field, code, severity: ISSUE_SEVERITY[code], kept, of, args })
  }
}

/** Helpers have tags of their own: one that a node or another helper has already gets a suffix. */
function withUniqueHelpers(written: WrittenNode, names: UniqueNames): WrittenNode {
  let { entry } = written
  const helpers = written.helpers.map((helper) => {
    const tag = names.claim(String(helper['tag']))
    if (tag === helper['tag']) return helper
    if (entry['detour'] === helper['tag']) entry = { ...entry, detour: tag }
    return { ...helper, tag }
  })
  return { ...written, entry, helpers }
}

function configRequest(options: ConvertOptions, template: Template, written: readonly WrittenNode[]): ConfigRequest {
  return {
    platform: options.platform as PlatformId,
    singbox: singboxTarget(options.singboxVersion ?? 'compatible'),
    lang: options.lang ?? 'en-US',
    template,
    nodes: written.map(({ node: { name, type, server }, source }) => ({
      name,
      type,
      server,
      source,
      region: regionOf(name),
    })),
    mapping: options.mapping,
    additionRules: options.additionRules,
    ruleProviders: options.ruleProviders ?? [],
    useProvider: options.useProvider ?? false,
    proxyProviders: options.proxyProviders ?? [],
    route: options.route,
    lists: options.lists ?? new Map(),
    clashPremium: options.clashPremium ?? false,
    listMirror: options.listMirror,
  }
}

interface PrintedConfig {
  text: string
  issues: readonly Issue[]
  refused: readonly string[]
}

function printConfig(request: ConfigRequest, written: readonly WrittenNode[]): PrintedConfig {
  if (request.platform === 'singbox') {
    const outbounds = written.flatMap((one) => (one.isEndpoint ? [] : [one.entry, ...one.helpers]))
    const endpoints = written.filter((one) => one.isEndpoint).map((one) => one.entry)
    const { config, ...result } = buildSingboxConfig(request, outbounds, endpoints)
    return { text: printJsonConfig(config), ...result }
  }
  const build = request.platform === 'clash' ? buildClashConfig : buildMihomoConfig
  const { config, ...result } = build(request, written.map((one) => one.entry)) // oxfmt-ignore
  return { text: printYamlConfig(config), ...result }
}
