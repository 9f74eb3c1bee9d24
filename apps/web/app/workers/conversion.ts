/* oxlint-disable oxc/no-map-spread -- a changed node is a new value: the one that was read stays as it is */
import {
  builtinTemplate,
  convert,
  convertEntries,
  ConvertError,
  type ConvertOptions,
  type ConvertResult,
  DEFAULT_EXCLUDES,
  findDuplicates,
  type Finding,
  Findings,
  type Issue,
  isIniTemplate,
  issueOf,
  ISSUE_SEVERITY,
  linkOf,
  type Mapping,
  type NodeEntry,
  parseEntries,
  type ParsedNode,
  planLists,
  readIniTemplate,
  readMapping,
  readOwnConfig,
  type Report,
  singboxTarget,
  type SubscriptionInfo,
  type Template,
  writeClashProxy,
  writeMihomoProxy,
  writeSingboxOutbound,
} from '@switchyard/convert'
import { errorMessage, issueMessage, type Lang } from '@switchyard/locale'
import { RE2JS } from 're2js'
import { applyAdvanced } from './advanced-settings.ts'
import type {
  BuildRequest,
  BuildResult,
  CompareCell,
  ConvertSettings,
  Counts,
  LineIssue,
  LineMark,
  LineStatus,
  LinkPreview,
  NodeEdits,
  NodeRow,
  Problem,
  ProblemGroup,
  ProxyNode,
  RowVerdict,
  SourceInfo,
  TargetId,
} from './conversion-types.ts'
import { outlineOf } from './outline.ts'
import { regionsOf } from './regions.ts'
import { findingsOf } from './repairs.ts'
import { commentLinesOf, kindOf } from './text-kind.ts'

const MAX_NODES = 200_000
const MAX_PROBLEMS = 2000
const MAX_MARKS = 20_000
const MAX_ISSUES_A_LINE = 8
/** Above this the result can only be downloaded. */
const SHOWN_MAX = 5 * 1024 * 1024
const PROGRESS_STEP = 2000

interface SourceText {
  id: string
  name: string
  nodes: KeyedNode[]
  issues: Issue[]
  commentLines: readonly number[]
  info: SourceInfo
}

interface KeyedNode extends ParsedNode {
  key: string
}

/** A node on its way, with everything that is known of where it came from. */
interface Entry {
  key: string
  sourceId: string
  source: string
  node: ProxyNode
  link: string | undefined
  /** The name inside the link. */
  linkName: string
  line: number
  inner: number | undefined
  findings: readonly Finding[]
  disabled: boolean
  isClone: boolean
  renamedFrom: string | undefined
}

/** Everything the page asks about its nodes. It keeps what was read, so that an edit costs no second reading. */
export class ConversionDesk {
  readonly #sources = new Map<string, SourceText>()
  readonly #lists = new Map<string, string>()
  #text = ''

  /** Reads a text once; `onProgress` hears how many entries were read so far. */
  read(
    id: string,
    name: string,
    text: string,
    told?: SubscriptionInfo,
    onProgress?: (entries: number) => void,
  ): SourceInfo {
    const nodes: KeyedNode[] = []
    const issues: Issue[] = []
    const seen = new Map<string, number>()
    let read = 0
    let usesBase64 = false
    const counts = parseEntries(text, { maxNodes: MAX_NODES }, (entry) => {
      if (++read % PROGRESS_STEP === 0) onProgress?.(read)
      if (entry.inner !== undefined) usesBase64 = true
      if (entry.node === undefined) issues.push(...entry.issues)
      else {
        const { type, server, port, name } = entry.node
        const base = `${id}|${type}|${server}|${port}|${name}`
        const nth = (seen.get(base) ?? 0) + 1
        seen.set(base, nth)
        nodes.push({ ...entry, key: nth === 1 ? base : `${base}|${nth}` })
      }
    })
    const subscription = told ?? counts.subscription
    const info: SourceInfo = {
      kind: kindOf(text, usesBase64),
      lines: countTextLines(text),
      entries: counts.entries,
      nodes: nodes.length,
      skipped: counts.skipped,
      comments: counts.comments,
      addresses: addressesOf(text, issues),
      isCut: issues.some(({ code }) => code === 'too-many-nodes' || code === 'too-large'),
      ...(subscription ? { subscription } : {}),
    }
    this.#sources.set(id, { id, name, nodes, issues, commentLines: commentLinesOf(text, counts.comments), info })
    return info
  }

  rename(id: string, name: string): void {
    const source = this.#sources.get(id)
    if (source) source.name = name
  }

  forget(id: string): void {
    this.#sources.delete(id)
  }

  /** What the editor shows beside the lines of a source, as its nodes are edited. */
  marks(id: string, lang: Lang, edits: NodeEdits = NO_EDITS): LineMark[] {
    const source = this.#sources.get(id)
    if (!source) return []
    const marks = new Map<number, { line: number; status: LineStatus; issues: LineIssue[] }>()
    const put = (line: number, status: LineStatus, issue?: LineIssue) => {
      const mark = marks.get(line) ?? { line, status, issues: [] }
      if (RANK[status] > RANK[mark.status]) mark.status = status
      if (issue && mark.issues.length < MAX_ISSUES_A_LINE) mark.issues.push(issue)
      marks.set(line, mark)
    }
    for (const issue of source.issues) if (issue.line !== undefined) put(issue.line, 'skipped', lineIssue(issue, lang))
    for (const line of source.commentLines) if (marks.size <= MAX_MARKS) put(line, 'comment')
    const kept = new Set(edits.kept)
    const duplicates = findDuplicates(source.nodes)
    for (const [index, { key, line, findings, node }] of source.nodes.entries()) {
      if (marks.size > MAX_MARKS) break
      put(line, 'ok')
      const replaced = Object.hasOwn(edits.nodes, key) ? edits.nodes[key] : undefined
      const told = replaced ? findingsOf(replaced, findings) : findings
      for (const finding of told.toSorted((a, b) => worth(b) - worth(a)))
        put(line, 'warn', lineIssue(issueOf(finding, { line, node: node.name }), lang, key))
      const same = duplicates.get(index)
      if (same && !kept.has(key)) {
        const of = source.nodes[same.of]!.line
        const code = same.differs ? 'duplicate-differs' : 'duplicate'
        put(line, 'duplicate', lineIssue(issueOf({ code, kept: false, args: { of } }, { line }), lang, key))
      }
    }
    return [...marks.values()].sort((a, b) => a.line - b.line)
  }

  rows({ sources, edits }: Pick<BuildRequest, 'sources' | 'edits'>): NodeRow[] {
    const entries = this.#entries(sources, edits)
    const duplicates = findDuplicates(entries)
    const regions = regionsOf(entries.map(({ node }) => node.name))
    return entries.map((entry, index) => {
      const { key, sourceId, node, line, inner, disabled, isClone, renamedFrom } = entry
      const same = duplicates.get(index)
      const region = regions.get(node.name)
      return {
        key,
        sourceId,
        line,
        ...(inner === undefined ? {} : { inner }),
        name: node.name,
        ...(renamedFrom === undefined ? {} : { renamedFrom }),
        type: node.type,
        server: node.server,
        port: node.port,
        ...channelOf(node),
        // The GB of '12.5 GB left' is no country.
        ...(region === undefined || (region.isInfo && region.code === 'GB') ? {} : { region: region.code }),
        disabled,
        ...(same ? { duplicateOf: entries[same.of]!.key, duplicateDiffers: same.differs } : {}),
        isInfo: region?.isInfo ?? false,
        isClone,
      }
    })
  }

  /** Addresses of the lists that a result needs and that are not here yet. */
  missingLists({ settings, lang }: Pick<BuildRequest, 'settings' | 'lang'>): string[] {
    const { target } = settings
    if (settings.list || target === 'links' || target === 'base64') return []
    try {
      const { template } = templateOf(settings, lang)
      const addresses = planLists(template, target, {
        additionRules: settings.rules,
        ruleProviders: settings.ruleSets,
        clashPremium: settings.clashPremium,
      })
      return addresses.filter((address) => !this.#lists.has(address))
    } catch (error) {
      if (error instanceof ConvertError) return []
      throw error
    }
  }

  addList(address: string, text: string): void {
    this.#lists.set(address, text)
  }

  build(request: BuildRequest): BuildResult {
    const { lang, settings } = request
    const run = this.#run(request)
    const context = { client: settings.target, unsupported: DEFAULT_EXCLUDES[settings.target] }
    const idOf = new Map([...this.#sources.values()].map(({ id, name }) => [name, id]))
    const problems: Problem[] = []
    const verdicts = new Map<string, RowVerdict>()
    for (const issue of run.report.issues) {
      const key = issue.node === undefined ? undefined : run.keys.get(issue.node)
      const entry = key === undefined ? undefined : run.entries.get(key)
      const line = issue.line ?? entry?.line
      const message = issueMessage(line === undefined ? issue : { ...issue, line }, lang, context)
      if (key !== undefined && issue.severity !== 'note' && issue.code !== 'duplicate-differs')
        addVerdict(verdicts, key, issue, message)
      if (issue.code === 'excluded' && key !== undefined) addVerdict(verdicts, key, issue, message)
      if (problems.length >= MAX_PROBLEMS) continue
      const sourceId = entry?.sourceId ?? (issue.source === undefined ? undefined : idOf.get(issue.source))
      const inner = issue.inner ?? entry?.inner
      problems.push({
        group: groupOf(issue, entry !== undefined),
        code: issue.code,
        severity: issue.severity,
        message,
        ...(sourceId === undefined ? {} : { sourceId }),
        ...(line === undefined ? {} : { line }),
        ...(inner === undefined ? {} : { inner }),
        ...(key === undefined ? {} : { key }),
        ...(issue.node === undefined ? {} : { node: issue.node }),
        ...(issue.field === undefined ? {} : { field: issue.field }),
        ...(issue.kept === undefined ? {} : { kept: issue.kept }),
      })
    }
    this.#text = run.text ?? ''
    const bytes = this.#text.length > SHOWN_MAX ? this.#text.length : new TextEncoder().encode(this.#text).length
    const outline =
      run.text === undefined || bytes > SHOWN_MAX ? undefined : outlineOf(run.text, settings, new Set(run.keys.keys()))
    return {
      counts: countsOf(
        run.report,
        request.sources.map((id) => this.#sources.get(id)?.info),
      ),
      problems,
      moreProblems: run.report.issues.length - problems.length,
      verdicts: [...verdicts.values()],
      finalNames: run.finalNames,
      ...(run.error
        ? { error: { code: run.error.code, message: errorMessage(run.error.code, lang, run.error.args) } }
        : {}),
      ...(run.text !== undefined && bytes <= SHOWN_MAX ? { text: run.text } : {}),
      bytes,
      lines: countTextLines(this.#text),
      ...(outline ? { outline } : {}),
      groups: (outline?.groups ?? []).map(({ name, type, members }) => ({ name, type, members: members.length })),
    }
  }

  /** The last result whole, however long. */
  text(): string {
    return this.#text
  }

  /** What every client would keep, leave out and change. */
  compare(
    request: BuildRequest,
    columns: readonly Pick<ConvertSettings, 'target' | 'singboxVersion'>[],
  ): CompareCell[] {
    return columns.map(({ target, singboxVersion }) => {
      const { excludes: _, ...settings } = request.settings
      const run = this.#run({ ...request, settings: { ...settings, list: true, target, singboxVersion } })
      const changed = new Set<string>()
      const reasons = new Map<string, CompareCell['reasons'][number]>()
      for (const issue of run.report.issues) {
        const isOwn = issue.node !== undefined && AFTER_READING.has(issue.code)
        if (!isOwn || issue.code === 'name-changed') continue
        const message = issueMessage({ ...issue, args: withoutValues(issue.args) }, request.lang, {
          client: target,
          unsupported: DEFAULT_EXCLUDES[target],
        })
        const kept = issue.kept !== false
        if (kept) changed.add(issue.node!)
        const reason = reasons.get(message) ?? { message, count: 0, kept }
        reason.count++
        reasons.set(message, reason)
      }
      const { excluded, refused, output } = run.report
      return {
        target,
        ...(target === 'singbox' ? { singboxVersion } : {}),
        kept: output,
        leftOut: excluded + refused,
        changed: changed.size,
        reasons: [...reasons.values()].sort((a, b) => Number(a.kept) - Number(b.kept) || b.count - a.count),
      }
    })
  }

  /** The node of a row and the link it stands for. */
  detail(
    request: Pick<BuildRequest, 'sources' | 'edits'>,
    key: string,
  ): { node: ProxyNode; link?: string } | undefined {
    const entry = this.#entries(request.sources, request.edits).find((one) => one.key === key)
    if (!entry) return undefined
    const link = linkOf(entry.node, entry.link, entry.linkName, new Findings())
    return { node: entry.node, ...(link === undefined ? {} : { link }) }
  }

  /** The node alone, as clients spell it. */
  texts(
    request: Pick<BuildRequest, 'sources' | 'edits' | 'settings'>,
    key: string,
  ): { json: string; yaml: string } | undefined {
    const node = this.#entries(request.sources, request.edits).find((one) => one.key === key)?.node
    if (!node) return undefined
    const write = (platform: 'mihomo' | 'singbox') => {
      try {
        return convert({ nodes: [node], platform, list: true, excludes: [] }).text
      } catch {
        return ''
      }
    }
    return { yaml: write('mihomo'), json: write('singbox') }
  }

  /** The nodes of rows, by key. */
  nodes(request: Pick<BuildRequest, 'sources' | 'edits'>, keys: readonly string[]): Map<string, ProxyNode> {
    const wanted = new Set(keys)
    const entries = this.#entries(request.sources, request.edits).filter(({ key }) => wanted.has(key))
    return new Map(entries.map(({ key, node }) => [key, node]))
  }

  links(request: Pick<BuildRequest, 'sources' | 'edits'>, keys: readonly string[]): string[] {
    const wanted = new Set(keys)
    return this.#entries(request.sources, request.edits).flatMap((entry) =>
      wanted.has(entry.key) ? (linkOf(entry.node, entry.link, entry.linkName, new Findings()) ?? []) : [],
    )
  }

  #entries(sources: readonly string[], edits: NodeEdits): Entry[] {
    const removed = new Set(edits.removed)
    const disabled = new Set(edits.disabled)
    const clonesOf = Map.groupBy(edits.clones, ({ of }) => of)
    const entries: Entry[] = []
    for (const id of sources) {
      const source = this.#sources.get(id)
      if (!source) continue
      for (const parsed of source.nodes) {
        const original: Entry = {
          key: parsed.key,
          sourceId: id,
          source: source.name,
          node: parsed.node,
          link: parsed.link,
          linkName: parsed.node.name,
          line: parsed.line,
          inner: parsed.inner,
          findings: parsed.findings,
          disabled: false,
          isClone: false,
          renamedFrom: undefined,
        }
        const all = [
          original,
          ...(clonesOf.get(parsed.key) ?? []).map(({ key }) => ({ ...original, key, isClone: true })),
        ]
        for (const entry of all) if (!removed.has(entry.key)) entries.push(edited(entry, edits, disabled))
      }
    }
    const ordered = edits.order ? inOrder(entries, edits.order) : entries
    const duplicates = findDuplicates(ordered)
    return uniquelyNamed(ordered, (entry, index) => entry.isClone || !duplicates.has(index))
  }

  #run({ sources, edits, settings, lang }: BuildRequest): Run {
    const all = this.#entries(sources, edits)
    const reading = this.#reading(sources)
    const run: Run = {
      report: reading,
      keys: new Map(),
      finalNames: {},
      entries: new Map(all.map((entry) => [entry.key, entry])),
    }
    reading.nodes = all.length
    // What the user took out counts as neither read nor skipped: it is gone.
    reading.entries = all.length + reading.skipped + reading.comments
    const wanted = this.#wanted(all, settings, edits, run)
    try {
      const { template, issues } = templateOf(settings, lang)
      reading.issues.push(...issues)
      const { text, report } = this.#convert(wanted, settings, template, lang, run)
      merge(reading, report)
      run.text = applyAdvanced(text, settings)
    } catch (error) {
      if (!(error instanceof ConvertError)) throw error
      run.error = error
      if (error.report) merge(reading, error.report)
      // Where all were taken out before the engine saw them, it cannot know that there were any.
      const hadNodes = reading.nodes > reading.duplicates + reading.disabled
      if (error.code === 'no-nodes' && settings.target === 'clash' && hadNodes && wanted.length > 0)
        run.error = new ConvertError('no-nodes-for-clash')
    }
    return run
  }

  #reading(sources: readonly string[]): Report {
    const report: Report = {
      entries: 0, comments: 0, nodes: 0, skipped: 0, duplicates: 0, excluded: 0, disabled: 0, refused: 0, output: 0,
      issues: [], subscription: null,
    } // oxfmt-ignore
    for (const id of sources) {
      const source = this.#sources.get(id)
      if (!source) continue
      report.comments += source.info.comments
      report.skipped += source.info.skipped
      for (const issue of source.issues) report.issues.push({ ...issue, source: source.name })
    }
    return report
  }

  /** Less the duplicates, the disabled and those whose names are not wanted. */
  #wanted(all: readonly Entry[], settings: ConvertSettings, edits: NodeEdits, run: Run): Entry[] {
    const { report } = run
    const duplicates = settings.keepDuplicates ? NO_DUPLICATES : findDuplicates(all)
    const kept = new Set(edits.kept)
    const isWanted = nameFilter(settings)
    const wanted = all.filter((entry, index) => {
      const { key, node } = entry
      const place = placeOf(entry)
      const same = duplicates.get(index)
      if (same && !kept.has(key)) {
        const of = all[same.of]!.line
        report.duplicates++
        const code = same.differs ? 'duplicate-differs' : 'duplicate'
        report.issues.push({ ...issueOf({ code, kept: false, args: { of } }, place), of })
        return false
      }
      if (entry.disabled) {
        report.disabled++
        return false
      }
      if (isWanted(node.name)) return true
      run.keys.set(node.name, key)
      report.excluded++
      report.issues.push(issueOf({ code: 'excluded', kept: false }, place))
      return false
    })
    // Duplicates that stay need names of their own.
    const named = uniquelyNamed(wanted, () => true)
    for (const entry of named) {
      run.keys.set(entry.node.name, entry.key)
      for (const finding of entry.findings) report.issues.push(issueOf(finding, placeOf(entry)))
    }
    return named
  }

  #convert(
    wanted: readonly Entry[],
    settings: ConvertSettings,
    template: Template,
    lang: Lang,
    run: Run,
  ): ConvertResult {
    const options: ConvertOptions = {
      platform: settings.target,
      singboxVersion: settings.singboxVersion,
      list: settings.list,
      template,
      lang,
      mapping: mappingOf(settings),
      prefix: settings.prefix,
      flag: settings.flag,
      additionRules: settings.rules,
      ruleProviders: settings.ruleSets,
      useProvider: settings.useProvider,
      proxyProviders: settings.useProvider ? settings.providers : [],
      lists: this.#lists,
      clashPremium: settings.clashPremium,
      // Duplicates were left out above, where their lines are known.
      keepDuplicates: true,
      ...(settings.excludes ? { excludes: settings.excludes } : {}),
      onNamed(entry, name) {
        const { key, node } = entry as KeyedEntry
        run.keys.set(name, key)
        if (name !== node.name) run.finalNames[key] = name
      },
    }
    const result = convertEntries(wanted.map(keyedEntry), options)
    if (settings.target !== 'links' && settings.target !== 'base64') return result
    return { ...result, text: this.#linkText(wanted, settings, run) }
  }

  /** Links as they came, but for the names. */
  #linkText(wanted: readonly Entry[], settings: ConvertSettings, run: Run): string {
    const excludes = new Set(settings.excludes ?? DEFAULT_EXCLUDES[settings.target])
    const lines = wanted.flatMap((entry) => {
      if (excludes.has(entry.node.type)) return []
      const node = { ...entry.node, name: run.finalNames[entry.key] ?? entry.node.name }
      return linkOf(node, entry.link, entry.linkName, new Findings()) ?? []
    })
    const text = lines.map((line) => `${line}\n`).join('')
    return settings.target === 'links' ? text : `${toBase64(text)}\n`
  }
}

interface Run {
  report: Report
  text?: string
  error?: ConvertError
  /** Row keys by every name a node is told under. */
  keys: Map<string, string>
  finalNames: Record<string, string>
  entries: Map<string, Entry>
}

const NO_DUPLICATES: ReturnType<typeof findDuplicates> = new Map()
const NO_EDITS: NodeEdits = { removed: [], disabled: [], names: {}, nodes: {}, clones: [], kept: [] }
const RANK: Record<LineStatus, number> = { comment: 0, ok: 1, warn: 2, duplicate: 3, skipped: 4 }

/** Codes that a client's writer tells; what reading found out holds for every client alike. */
const AFTER_READING = new Set<string>([
  'excluded', 'type-unsupported', 'cipher-unsupported', 'transport-unsupported', 'plugin-unsupported',
  'reality-unsupported', 'encryption-unsupported', 'protocol-variant-unsupported', 'amnezia-unsupported',
  'version-too-old', 'client-refuses', 'pin-not-convertible', 'ech-unsupported', 'fp-unsupported', 'alpn-unsupported',
  'mux-unsupported', 'field-ignored', 'value-defaulted',
]) // oxfmt-ignore

function edited(entry: Entry, edits: NodeEdits, disabled: ReadonlySet<string>): Entry {
  const replaced = Object.hasOwn(edits.nodes, entry.key) ? edits.nodes[entry.key]! : undefined
  const name = Object.hasOwn(edits.names, entry.key) ? edits.names[entry.key]! : undefined
  const isDisabled = disabled.has(entry.key)
  if (replaced === undefined && name === undefined && !isDisabled) return entry
  const node = replaced ?? entry.node
  return {
    ...entry,
    node: name === undefined ? node : { ...node, name },
    // A link tells the fields of before; one with other fields is written anew.
    link: replaced === undefined ? entry.link : undefined,
    findings: replaced === undefined ? entry.findings : findingsOf(replaced, entry.findings),
    disabled: isDisabled,
    renamedFrom: name === undefined || name === entry.linkName ? undefined : entry.linkName,
  }
}

/** Rows that the order does not know stand after the row they came after. */
function inOrder(entries: readonly Entry[], order: readonly string[]): Entry[] {
  const place = new Map(order.map((key, index) => [key, index]))
  let last = -1
  return entries
    .map((entry, index) => {
      last = place.get(entry.key) ?? last
      return { entry, index, at: last }
    })
    .sort((a, b) => a.at - b.at || a.index - b.index)
    .map(({ entry }) => entry)
}

/** The parsing list: the second A becomes A_1. Duplicates that go keep their name: they are told by it. */
function uniquelyNamed(entries: readonly Entry[], mayRename: (entry: Entry, index: number) => boolean): Entry[] {
  const taken = new Set(entries.map(({ node }) => node.name))
  const used = new Set<string>()
  const next = new Map<string, number>()
  return entries.map((entry, index) => {
    const { name } = entry.node
    if (!used.has(name)) {
      used.add(name)
      return entry
    }
    if (!mayRename(entry, index)) return entry
    const free = freeName(name, taken, next)
    used.add(free)
    const finding: Finding = { code: 'name-changed', field: 'name', kept: true, args: { name: free, from: name } }
    return {
      ...entry,
      node: { ...entry.node, name: free },
      findings: [...entry.findings, finding],
      renamedFrom: entry.renamedFrom ?? name,
    }
  })
}

function freeName(name: string, taken: Set<string>, next: Map<string, number>): string {
  let number = next.get(name) ?? 1
  while (taken.has(`${name}_${number}`)) number++
  next.set(name, number + 1)
  taken.add(`${name}_${number}`)
  return `${name}_${number}`
}

function placeOf({ source, line, inner, node }: Entry): Pick<Issue, 'source' | 'line' | 'inner' | 'node'> {
  return { source, line, ...(inner === undefined ? {} : { inner }), node: node.name }
}

/** An entry as the engine takes it, and whose row it is. */
interface KeyedEntry extends NodeEntry {
  key: string
}

function keyedEntry({ key, node, source, line, inner }: Entry): KeyedEntry {
  return { key, node, source, line, inner }
}

function mappingOf(settings: ConvertSettings): Mapping {
  return readMapping(
    JSON.stringify({ nodes: settings.mapping, rest: settings.rest || undefined, groups: settings.groupNames }),
  )
}

/** Name filters of the user: plain text, or `/regex/`. They run on RE2, so none takes for ever. */
function nameFilter({ nameInclude, nameExclude }: ConvertSettings): (name: string) => boolean {
  const include = testOf(nameInclude)
  const exclude = testOf(nameExclude)
  return (name) => (!include || include(name)) && !exclude?.(name)
}

function testOf(pattern: string): ((name: string) => boolean) | undefined {
  if (pattern.trim() === '') return undefined
  try {
    const regex = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
    return (name) => regex.matcher(name).find()
  } catch {
    const plain = pattern.toLowerCase()
    return (name) => name.toLowerCase().includes(plain)
  }
}

/** Whether a name filter is a regex that RE2 can run; others are looked for as plain text. */
export function isRegex(pattern: string): boolean {
  try {
    RE2JS.compile(pattern)
    return true
  } catch {
    return false
  }
}

function templateOf(settings: ConvertSettings, lang: Lang): { template: Template; issues: Issue[] } {
  const { template: wanted } = settings
  if (typeof wanted === 'string')
    return { template: withGroupEdits(builtinTemplate(wanted, lang), settings), issues: [] }
  const { template, issues } = isIniTemplate(wanted.text)
    ? readIniTemplate(wanted.text, wanted.name)
    : { template: readOwnConfig(wanted.text, wanted.name), issues: [] }
  return {
    template: withGroupEdits(template, settings),
    issues: issues.map((issue) => ({ ...issue, source: wanted.name })),
  }
}

function withGroupEdits(template: Template, { groupEdits, final }: ConvertSettings): Template {
  const names = Object.keys(groupEdits)
  if (names.length === 0 && !final) return template
  const gone = new Set(names.filter((name) => groupEdits[name]!.removed))
  const own = new Set(template.groups.map(({ name }) => name))
  const groups = template.groups
    .filter(({ name }) => !gone.has(name))
    .map((group) => {
      const edit = groupEdits[group.name]
      const members = group.members.filter((member) => member.kind !== 'ref' || !gone.has(member.name))
      if (!edit) return { ...group, members }
      return {
        ...group,
        ...(edit.type ? { type: edit.type } : {}),
        ...(edit.url ? { url: edit.url } : {}),
        ...(edit.interval ? { interval: edit.interval } : {}),
        members: edit.filter ? [{ kind: 'pattern' as const, pattern: edit.filter }] : members,
      }
    })
  const added = names
    .filter((name) => !own.has(name) && !gone.has(name))
    .map((name) => {
      const { type = 'select', filter, url, interval } = groupEdits[name]!
      return {
        name,
        type,
        whenEmpty: 'direct' as const,
        members: [filter ? { kind: 'pattern' as const, pattern: filter } : { kind: 'all' as const }],
        ...(url ? { url } : {}),
        ...(interval ? { interval } : {}),
      }
    })
  const main = template.main !== undefined && gone.has(template.main) ? undefined : template.main
  const to = (group: string) => (gone.has(group) ? (main ?? 'DIRECT') : group)
  const rules = template.rules.map((rule) => {
    if (rule.kind === 'list') return { ...rule, group: to(rule.group) }
    const parts = rule.text.split(',')
    if (/^(MATCH|FINAL)$/i.test(parts[0]!)) return { ...rule, text: `MATCH,${final || to(parts[1] ?? '')}` }
    if (parts.length >= 3 && gone.has(parts[2]!)) parts[2] = to(parts[2]!)
    return { ...rule, text: parts.join(',') }
  })
  const { main: _, ...rest } = template
  return { ...rest, groups: [...groups, ...added], rules, ...(main === undefined ? {} : { main }) }
}

/** The link of a node that is being edited. What the chosen client would refuse is an error. */
export function previewNode(node: ProxyNode, target: TargetId, lang: Lang): LinkPreview {
  const findings = new Findings()
  const problems: LinkPreview['problems'] = []
  const tell = (client: string) => {
    for (const finding of findings.take()) {
      const issue = issueOf(finding, { node: node.name })
      problems.push({
        code: finding.code,
        text: issueMessage(issue, lang, { client }),
        severity: finding.kept ? 'note' : /unsupported|too-old/.test(finding.code) ? 'warning' : 'error',
        ...(finding.field === undefined ? {} : { field: finding.field }),
      })
    }
  }
  let link: string | undefined
  try {
    link = linkOf(node, undefined, node.name, findings)
    tell('links')
    // A link is also what every other tool reads: it has to lead back to the same node.
    if (link !== undefined) parseEntries(link, {}, (entry) => entry.node ?? problems.push(...entry.issues.map((issue) => ({
      code: issue.code, text: issueMessage(issue, lang), severity: 'error' as const, ...(issue.field === undefined ? {} : { field: issue.field }),
    })))) // oxfmt-ignore
    if (target === 'singbox') writeSingboxOutbound(node, singboxTarget('compatible'), findings)
    else if (target === 'clash') writeClashProxy(node, findings)
    else if (target === 'mihomo') writeMihomoProxy(node, findings)
    tell(target)
  } catch {
    // A field of the wrong kind: the node cannot be spelled at all.
    problems.push({
      code: 'bad-value',
      text: issueMessage({ code: 'bad-value', severity: 'error' }, lang),
      severity: 'error',
    })
  }
  return { ...(link === undefined ? {} : { link }), problems }
}

function merge(into: Report, from: Report): void {
  into.excluded += from.excluded
  into.refused += from.refused
  into.output += from.output
  into.issues.push(...from.issues)
}

function countsOf(report: Report, infos: readonly (SourceInfo | undefined)[]): Counts {
  const { issues: _, subscription: __, ...numbers } = report
  return { ...numbers, lines: infos.reduce((sum, info) => sum + (info?.lines ?? 0), 0) }
}

function addVerdict(verdicts: Map<string, RowVerdict>, key: string, issue: Issue, message: string): void {
  const status = issue.kept === false ? (issue.code === 'excluded' ? 'excluded' : 'refused') : 'warn'
  const before = verdicts.get(key)
  const problem = { code: issue.code, text: message, ...(issue.field === undefined ? {} : { field: issue.field }) }
  if (!before) verdicts.set(key, { key, status, problems: [problem] })
  else {
    if (before.status === 'warn') before.status = status
    if (!before.problems.some(({ text }) => text === message)) before.problems.push(problem)
  }
}

function lineIssue(issue: Issue, lang: Lang, key?: string): LineIssue {
  const { code, field, kept } = issue
  return {
    code,
    message: issueMessage(issue, lang),
    ...(field === undefined ? {} : { field }),
    ...(key === undefined ? {} : { key }),
    ...(kept === undefined ? {} : { kept }),
  }
}

/** What a line tells first: a warning before a note. */
function worth({ code }: Finding): number {
  return ISSUE_SEVERITY[code] === 'note' ? 0 : 1
}

function groupOf(issue: Issue, isNode: boolean): ProblemGroup {
  const { code } = issue
  if (code.startsWith('rule-') || code.startsWith('provider-') || code === 'list-missing' || code === 'path-rewritten')
    return 'rules'
  if (isNode || issue.node !== undefined || code === 'duplicate' || code === 'duplicate-differs') return 'nodes'
  return issue.source === undefined ? 'output' : 'input'
}

function channelOf(node: ProxyNode): Pick<NodeRow, 'transport' | 'security'> {
  const { transport, tls, network } = node as ProxyNode & {
    transport?: { type?: string } | null
    tls?: { reality?: unknown } | null
    network?: string
  }
  const security = tls ? (tls.reality ? 'reality' : 'tls') : ''
  return { transport: transport?.type ?? (typeof network === 'string' ? network : ''), security }
}

function addressesOf(text: string, issues: readonly Issue[]): SourceInfo['addresses'] {
  const wanted = issues.filter(({ code, inner }) => code === 'needs-fetch' && inner === undefined).slice(0, 50)
  if (wanted.length === 0) return []
  const lines = text.split(/\r\n|\n|\r/)
  return wanted.flatMap(({ line }) => {
    const url = lines[(line ?? 0) - 1]?.trim()
    return line !== undefined && url && URL.canParse(url) ? [{ line, url }] : []
  })
}

function countTextLines(text: string): number {
  if (text === '') return 0
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < text.length - 1; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

function withoutValues(args: Issue['args']): Issue['args'] {
  if (!args) return args
  const { value: _, raw: __, ...others } = args
  return others
}

function toBase64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  let binary = ''
  const step = 0x8000
  for (let at = 0; at < bytes.length; at += step) binary += String.fromCharCode(...bytes.subarray(at, at + step))
  return btoa(binary)
}

export const ALL_COLUMNS: readonly { target: TargetId; singboxVersion: ConvertSettings['singboxVersion'] }[] = [
  { target: 'mihomo', singboxVersion: 'compatible' },
  { target: 'clash', singboxVersion: 'compatible' },
  { target: 'singbox', singboxVersion: 'compatible' },
  { target: 'singbox', singboxVersion: '1.12' },
  { target: 'singbox', singboxVersion: '1.13' },
  { target: 'singbox', singboxVersion: '1.14' },
]
