import { ConvertError } from './convert-error.ts'
import { type Finding, Findings, ISSUE_SEVERITY, type Issue, issueOf } from './issue.ts'
import { findDuplicates } from './nodes/dedupe.ts'
import { isInfoEntry } from './nodes/info-entry.ts'
import type { Mapping } from './nodes/mapping.ts'
import type { NodeBase } from './nodes/node.ts'
import { flagOf, regionOf } from './nodes/regions.ts'
import { linkOf } from './nodes/rename-link.ts'
import { UniqueNames } from './nodes/unique-names.ts'
import { type ParsedText, parseNodes } from './parse-nodes.ts'
import type { ConfigRequest, GroupedNode, ProxyProvider, RuleSetEntry } from './platforms/config.ts'
import { takenNames } from './platforms/groups.ts'
import { buildMihomoConfig } from './platforms/mihomo-config.ts'
import { buildClashConfig } from './platforms/clash-config.ts'
import { printJsonConfig, printYamlConfig, printYamlList } from './platforms/print-config.ts'
import { buildSingboxConfig } from './platforms/singbox-config.ts'
import { BUILT_IN_NAMES, singboxTarget, writeClashProxy, writeMihomoProxy, writeSingboxOutbound } from './platforms/write-node.ts'
import type { MihomoProxy, PlatformId, SingboxOutbound, SingboxVersion } from './protocols/protocol.ts'
import type { Report, SubscriptionInfo } from './report.ts'
import { type BuiltinName, builtinTemplate } from './templates/builtin.ts'
import type { Lang, Template } from './templates/template.ts'
import { base64Encode } from './text/base64.ts'
import { LineBuffer } from './text/line-buffer.ts'

export type OutputId = PlatformId | 'links' | 'base64'

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
  const entries = parsed.flatMap(({ source, nodes }) => (sources.length === 1 ? nodes : nodes.map((node) => ({ ...node, source: source.name }))))
  return run(entries, options, readingReport(parsed), 1, sources.length === 1 ? sources[0]!.name : undefined)
}

/** The library call with node objects: equal names become A, A_2, A_3. */
export function convert({ nodes, ...options }: ConvertOptions & { nodes: readonly NodeBase[] }): ConvertResult {
  const entries = nodes.map((node): NodeEntry => ({ node }))
  return run(entries, options, { ...EMPTY_REPORT, entries: nodes.length, nodes: nodes.length, issues: [] }, 2)
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

/** decisions.md §5, order of steps, from the read nodes on. */
function run(entries: readonly NodeEntry[], options: ConvertOptions, report: Report, firstSuffix: 1 | 2, source?: string): ConvertResult {
  const { platform } = options
  const template = typeof options.template === 'object' ? options.template : builtinTemplate(options.template ?? 'standard', options.lang ?? 'en-US')
  const place = (entry: NodeEntry, node?: string) => ({ source: entry.source ?? source, line: entry.line, inner: entry.inner, node })
  const isConfig = options.list !== true && platform !== 'links' && platform !== 'base64'

  const single = withoutDuplicates(entries, options, report, place)
  const wanted = withoutExcluded(single, options, report, place)
  const named = withNames(wanted, options, takenFor(options, template, isConfig), firstSuffix)
  for (const { entry, node } of named) {
    for (const finding of entry.findings ?? []) report.issues.push(issueOf(finding, place(entry, node.name)))
  }

  const written = new Writer(options, report, place).writeAll(followNames(named))
  if (!isConfig) {
    const sound = platform === 'links' || platform === 'base64' ? written : withoutLostDialers(written, report, place)
    report.output = sound.length
    if (sound.length === 0) throw nothingLeft(platform, report)
    return { text: printNodes(platform, sound), report }
  }
  if (written.length === 0 && !providersCarry(options)) throw nothingLeft(platform, report)
  const { text, issues, refused } = printConfig(configRequest(options, template, written), written)
  for (const issue of issues) report.issues.push(issue)
  report.refused += refused.length
  report.output = written.length - refused.length
  if (report.output === 0 && !providersCarry(options)) throw nothingLeft(platform, report)
  return { text, report }
}

/** No node and a provider is a valid result where groups use providers. */
function providersCarry({ platform, useProvider, proxyProviders = [] }: ConvertOptions): boolean {
  return platform !== 'singbox' && useProvider === true && proxyProviders.length > 0
}

function nothingLeft(platform: OutputId, report: Report): ConvertError {
  const code = platform === 'clash' && report.nodes > report.duplicates + report.disabled ? 'no-nodes-for-clash' : 'no-nodes'
  return new ConvertError(code, {}, report)
}

type Place = (entry: NodeEntry, node?: string) => Pick<Issue, 'source' | 'line' | 'inner' | 'node'>

function withoutDuplicates(entries: readonly NodeEntry[], options: ConvertOptions, report: Report, place: Place): readonly NodeEntry[] {
  if (options.keepDuplicates) return entries
  const duplicates = findDuplicates(entries.map((entry) => entry.node))
  return entries.filter((entry, index) => {
    const same = duplicates[index]
    if (same === undefined) return true
    const code = same.differs ? 'duplicate-differs' : 'duplicate'
    const of = entries[same.of]?.line
    report.duplicates++
    report.issues.push({ ...place(entry, entry.node.name), code, severity: ISSUE_SEVERITY[code], kept: false, of, args: of === undefined ? undefined : { of } })
    return false
  })
}

function withoutExcluded(entries: readonly NodeEntry[], options: ConvertOptions, report: Report, place: Place): readonly NodeEntry[] {
  const excludes = new Set(options.excludes ?? DEFAULT_EXCLUDES[options.platform])
  for (const type of options.includes ?? []) excludes.delete(type)
  const leaveOut = (entry: NodeEntry, code: 'excluded' | 'info-entry') => {
    report.excluded++
    report.issues.push({ ...place(entry, entry.node.name), code, severity: ISSUE_SEVERITY[code], kept: false, args: { type: entry.node.type } })
    return false
  }
  return entries.filter((entry) => {
    if (entry.disabled) {
      report.disabled++
      return false
    }
    const isInfo = isInfoEntry(entry.node.name)
    if (isInfo && excludes.has('info')) return leaveOut(entry, 'info-entry')
    if (excludes.has(entry.node.type)) return leaveOut(entry, 'excluded')
    if (isInfo) report.issues.push({ ...place(entry, entry.node.name), code: 'info-entry', severity: ISSUE_SEVERITY['info-entry'], kept: true })
    return true
  })
}

/** A node under its final name. */
interface Named {
  entry: NodeEntry
  node: NodeBase
}

function takenFor(options: ConvertOptions, template: Template, isConfig: boolean): readonly string[] {
  const { platform } = options
  if (platform === 'links' || platform === 'base64') return []
  return isConfig ? [...BUILT_IN_NAMES[platform], ...takenNames(template, platform, options.mapping)] : BUILT_IN_NAMES[platform]
}

function withNames(entries: readonly NodeEntry[], options: ConvertOptions, taken: readonly string[], firstSuffix: 1 | 2): Named[] {
  const names = new UniqueNames(taken, firstSuffix)
  const { mapping, prefix = '', flag } = options
  return entries.map((entry) => {
    const { node } = entry
    let wanted = node.name
    if (mapping !== undefined) wanted = mapping.rename(grouped(node, entry.source))
    if (prefix !== '') wanted = prefix + wanted
    if (flag) wanted = withFlag(wanted)
    const name = names.claim(wanted)
    if (name === node.name) return { entry, node }
    const renamed = { ...node, name }
    if (name === wanted) return { entry, node: renamed }
    const finding: Finding = { code: 'name-changed', field: 'name', kept: true, args: { name, from: wanted } }
    return { entry: { ...entry, findings: [...(entry.findings ?? []), finding] }, node: renamed }
  })
}

function withFlag(name: string): string {
  const region = regionOf(name)
  const flag = region === undefined ? undefined : flagOf(region)
  return flag === undefined || name.includes(flag) ? name : `${flag} ${name}`
}

function grouped(node: NodeBase, source: string | undefined): GroupedNode {
  return { name: node.name, type: node.type, server: node.server, source, region: regionOf(node.name) }
}

/** Nodes that connect through another one name it by its new name. */
function followNames(named: readonly Named[]): readonly Named[] {
  if (!named.some(({ node }) => node.dialer !== undefined)) return named
  const newNames = new Map<string, string>()
  for (const { entry, node } of named) if (!newNames.has(entry.node.name)) newNames.set(entry.node.name, node.name)
  return named.map(({ entry, node }) => {
    const dialer = node.dialer === undefined ? undefined : (newNames.get(node.dialer) ?? node.dialer)
    return dialer === node.dialer ? { entry, node } : { entry, node: { ...node, dialer } }
  })
}

/** In a bare list a node that connects through something missing, or in a circle, would make the client refuse it all. */
function withoutLostDialers(written: readonly Written[], report: Report, place: Place): readonly Written[] {
  if (!written.some(({ node }) => node.dialer !== undefined)) return written
  const dialers = new Map(written.map(({ node }) => [node.name, node.dialer]))
  return written.filter(({ entry, node }) => {
    if (leadsOut(node.name, dialers)) return true
    report.refused++
    report.issues.push(issueOf({ code: 'client-refuses', field: 'dialer-proxy', kept: false }, place(entry, node.name)))
    return false
  })
}

function leadsOut(name: string, dialers: ReadonlyMap<string, string | undefined>): boolean {
  const seen = new Set<string>()
  for (let at: string | undefined = name; at !== undefined; at = dialers.get(at)) {
    if (seen.has(at) || !dialers.has(at)) return false
    seen.add(at)
  }
  return true
}

/** A node as the client takes it. */
interface Written {
  entry: NodeEntry
  node: NodeBase
  link: string
  proxy: MihomoProxy
  helpers: readonly SingboxOutbound[]
  isEndpoint: boolean
}

const NOTHING: readonly SingboxOutbound[] = []

/** Writes node after node for one platform; what the client would refuse is left out and counted. */
class Writer {
  readonly #options: ConvertOptions
  readonly #report: Report
  readonly #place: Place
  readonly #findings = new Findings()

  constructor(options: ConvertOptions, report: Report, place: Place) {
    this.#options = options
    this.#report = report
    this.#place = place
  }

  writeAll(named: readonly Named[]): Written[] {
    const written: Written[] = []
    for (const { entry, node } of named) {
      const one = this.#write(entry, node)
      if (!this.#findings.isEmpty) {
        const place = this.#place(entry, node.name)
        for (const finding of this.#findings.take()) this.#report.issues.push(issueOf(finding, place))
      }
      if (one === undefined) this.#report.refused++
      else written.push(one)
    }
    return withUniqueHelpers(written)
  }

  #write(entry: NodeEntry, node: NodeBase): Written | undefined {
    const findings = this.#findings
    switch (this.#options.platform) {
      case 'mihomo': {
        const proxy = writeMihomoProxy(node, findings)
        return proxy && { entry, node, link: '', proxy, helpers: NOTHING, isEndpoint: false }
      }
      case 'clash': {
        const proxy = writeClashProxy(node, findings)
        return proxy && { entry, node, link: '', proxy, helpers: NOTHING, isEndpoint: false }
      }
      case 'singbox': {
        const parts = writeSingboxOutbound(node, singboxTarget(this.#options.singboxVersion ?? 'compatible'), findings)
        return parts && { entry, node, link: '', proxy: parts.main, helpers: parts.helpers, isEndpoint: parts.isEndpoint }
      }
      default: {
        const link = linkOf(node, entry.link, entry.node.name, findings)
        return link === undefined ? undefined : { entry, node, link, proxy: {}, helpers: NOTHING, isEndpoint: false }
      }
    }
  }
}

/** Helpers have tags of their own: one that a node or another helper has already gets a suffix. */
function withUniqueHelpers(written: Written[]): Written[] {
  if (written.every(({ helpers }) => helpers.length === 0)) return written
  const names = new UniqueNames(written.map(({ node }) => node.name))
  return written.map((one) => {
    let { proxy } = one
    const helpers = one.helpers.map((helper) => {
      const tag = names.claim(String(helper['tag']))
      if (tag === helper['tag']) return helper
      if (proxy['detour'] === helper['tag']) proxy = { ...proxy, detour: tag }
      return { ...helper, tag }
    })
    return { ...one, proxy, helpers }
  })
}

function printNodes(platform: OutputId, written: readonly Written[]): string {
  switch (platform) {
    case 'mihomo':
    case 'clash':
      return printYamlList('proxies', written.map((one) => one.proxy))
    case 'singbox':
      return printJsonConfig(singboxLists(written))
    case 'links':
      return printLinks(written)
    case 'base64':
      return base64Encode(printLinks(written)) + '\n'
  }
}

function printLinks(written: readonly Written[]): string {
  const lines = new LineBuffer()
  for (const { link } of written) lines.add(link + '\n')
  return lines.toString()
}

function singboxLists(written: readonly Written[]): { outbounds: SingboxOutbound[]; endpoints?: SingboxOutbound[] } {
  const outbounds = written.filter((one) => !one.isEndpoint).flatMap((one) => [one.proxy, ...one.helpers])
  const endpoints = written.filter((one) => one.isEndpoint).map((one) => one.proxy)
  return endpoints.length > 0 ? { outbounds, endpoints } : { outbounds }
}

function configRequest(options: ConvertOptions, template: Template, written: readonly Written[]): ConfigRequest {
  return {
    platform: options.platform as PlatformId,
    singbox: singboxTarget(options.singboxVersion ?? 'compatible'),
    lang: options.lang ?? 'en-US',
    template,
    nodes: written.map(({ node, entry }) => grouped(node, entry.source)),
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

function printConfig(request: ConfigRequest, written: readonly Written[]): PrintedConfig {
  if (request.platform === 'singbox') {
    const { outbounds, endpoints = [] } = singboxLists(written)
    const { config, ...result } = buildSingboxConfig(request, outbounds, endpoints)
    return { text: printJsonConfig(config), ...result }
  }
  const build = request.platform === 'clash' ? buildClashConfig : buildMihomoConfig
  const { config, ...result } = build(request, written.map((one) => one.proxy)) // oxfmt-ignore
  return { text: printYamlConfig(config), ...result }
}
