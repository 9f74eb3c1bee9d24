import { DEFAULT_LANG } from '@switchyard/convert/languages'
import { listAttempts, readMirrors, type SubscriptionInfo, writeNode, type NodeBase } from '@switchyard/convert'
import { errorMessage, type Lang } from '@switchyard/locale'
import { compareCell, type CompareColumn } from './result/compare-cell.ts'
import type {
  BuildRequest,
  BuildResult,
  CompareCell,
  CompareRequest,
  Counts,
  RuleListPlace,
} from './model/build-result.ts'
import { versionSettings } from './model/client-version.ts'
import type { ConvertSettings } from './model/convert-settings.ts'
import type { Glance, LineMark, SourceInfo } from './model/source-info.ts'
import type { MappingSet } from './model/link/mapping-set.ts'
import type { NodeEdits } from './model/nodes/edits.ts'
import type { NodeRow, OtherRow } from './model/nodes/rows.ts'
import { countLines } from './read/count-lines.ts'
import { listsOf } from './settings/engine-options.ts'
import { glanceOf } from './list/glance.ts'
import { lineMarks } from './list/line-marks.ts'
import { type Entry, type List, type ListedParts, listEntries, namedNode } from './list/list-entries.ts'
import { compareLists } from './list/compare-lists.ts'
import { exportList } from './list/export-list.ts'
import { repeatsAmong } from './list/run-steps.ts'
import { listIssues } from './result/list-issues.ts'
import type { ComparedLists, ExportedList, NodeFile } from './model/nodes/list-work.ts'
import type { UniqueField } from './model/step.ts'
import { NO_EDITS } from './model/nodes/edits.ts'
import { ownValue } from './model/values/own-value.ts'
import { nodeRows } from './list/node-rows.ts'
import { otherRows } from './list/other-rows.ts'
import { outlineOf } from './result/outline.ts'
import { readSource, type SourceText } from './read/read-source.ts'
import { runConversion, type Run } from './result/run-conversion.ts'
import { type MappingTrial, tryMapping } from './try-mapping.ts'
import { templateGroups } from './settings/template-groups.ts'

/** Above this the result can only be downloaded. */
const SHOWN_MAX = 5 * 1024 * 1024

/** Of the first rows, while a text is read on. */
const FIRST_PARTS: ListedParts = { steps: [], edits: NO_EDITS, lang: DEFAULT_LANG }

const NO_LISTS: ReadonlyMap<string, string> = new Map()

/** Which nodes, and which of them stay. */
export type ListRequest = Pick<BuildRequest, 'sources' | 'edits'> &
  Partial<Pick<BuildRequest, 'prefixes' | 'steps' | 'lang'>> & {
    settings?: Partial<Pick<ConvertSettings, 'keepDuplicates' | 'groupLang'>>
  }

/** Everything the page asks about its nodes. It keeps what was read, so that an edit costs no second reading. */
export class Converter {
  readonly #sources = new Map<string, SourceText>()
  readonly #lists = new Map<string, string>()
  #text = ''

  /** Reads a text once. `onProgress` hears how many entries were read so far, `onFirst` the first rows of a long one. */
  read(
    id: string,
    name: string,
    text: string,
    reported?: SubscriptionInfo,
    { onProgress, onFirst }: { onProgress?: (entries: number) => void; onFirst?: (rows: NodeRow[]) => void } = {},
  ): SourceInfo {
    const source = readSource(id, name, text, reported, {
      onProgress,
      onFirst: onFirst && ((nodes) => onFirst(nodeRows(listEntries([{ id, name, nodes }], FIRST_PARTS).entries))),
    })
    this.#sources.set(id, source)
    return source.info
  }

  rename(id: string, name: string): void {
    const source = this.#sources.get(id)
    if (source) this.#sources.set(id, { ...source, name })
  }

  forget(id: string): void {
    this.#sources.delete(id)
  }

  /** What the editor shows beside the lines of a source, as its nodes are edited. */
  marks(id: string, lang: Lang, edits: NodeEdits, keepDuplicates = false): LineMark[] {
    const source = this.#sources.get(id)
    return source ? lineMarks(source, edits, lang, keepDuplicates) : []
  }

  /** Those of the keys that no node of a source has. */
  absent(id: string, keys: readonly string[]): string[] {
    const known = new Set(this.#sources.get(id)?.nodes.map(({ key }) => key))
    return keys.filter((key) => !known.has(key))
  }

  rows(request: ListRequest): NodeRow[] {
    return nodeRows(this.#entries(request), request.settings)
  }

  /** The entries that are no row of `rows`: skipped ones, and deleted nodes. */
  others(request: ListRequest): OtherRow[] {
    const { others } = this.#list(request, this.#wanted(request))
    return otherRows(others, request.lang ?? DEFAULT_LANG)
  }

  /** Which row of a mapping takes which node. */
  tryMapping(request: ListRequest, mapping: MappingSet): MappingTrial {
    return tryMapping(this.#entries(request), mapping, request.lang)
  }

  /** A first look: a few entries, what is wrong first. */
  glance(request: ListRequest, limit: number): Glance {
    const sources = this.#wanted(request)
    return glanceOf(sources, this.#list(request, sources), request.lang ?? DEFAULT_LANG, limit)
  }

  /** The lists that a result needs and that are not here yet, and where they are fetched from. */
  missingLists({
    settings,
    lang,
    listMirror,
  }: Pick<BuildRequest, 'settings' | 'lang' | 'listMirror'>): RuleListPlace[] {
    return listsOf(settings, lang)
      .filter((address) => !this.#lists.has(address))
      .map((address) => ({ address, from: listAttempts(address, readMirrors(listMirror)) }))
  }

  addList(address: string, text: string): void {
    this.#lists.set(address, text)
  }

  build(request: BuildRequest): BuildResult {
    const { lang, settings } = request
    const sources = this.#wanted(request)
    const list = this.#list(request, sources)
    const run = runConversion(sources, list, request, this.#lists)
    const { issues, moreIssues, kinds, outcomes, ofOtherTypes } = listIssues(run, settings.output, lang)
    this.#text = run.text ?? ''
    const bytes = new Blob([this.#text]).size
    const text = bytes > SHOWN_MAX ? undefined : run.text
    const outline = text === undefined ? undefined : outlineOf(text, settings, run.names)
    const { error, nameExamples, report } = run
    const { issues: _, subscription: __, ...numbers } = report
    const { deleted } = numbers
    const reported = { entries: numbers.entries - numbers.comments, nodes: numbers.nodes - deleted }
    const counts: Counts = {
      ...numbers,
      ...reported,
      excluded: numbers.excluded - ofOtherTypes,
      refused: numbers.refused + ofOtherTypes,
      notices: noticesIn(run),
      toFetch: sources.reduce((sum, { info }) => sum + info.addresses.length, 0),
      lines: sources.reduce((sum, { info }) => sum + info.lines, 0),
    }
    return {
      counts,
      steps: list.steps,
      issues,
      moreIssues,
      kinds,
      outcomes,
      ...(error ? { error: { code: error.code, message: errorMessage(error.code, lang, error.args) } } : {}),
      ...(text === undefined ? {} : { text }),
      bytes,
      lines: countLines(this.#text),
      nameExamples,
      ...(outline ? { outline } : {}),
      groups: (outline?.groups ?? []).map(({ name, type, members }) => ({ name, type, members: members.length })),
      ...(run.template
        ? { templateGroups: templateGroups(run.template, settings, report.issues, outline?.groups) }
        : {}),
    }
  }

  /** The last result whole, however long. */
  text(): string {
    return this.#text
  }

  /** What every client would keep, leave out and change when it is chosen; rules say nothing about nodes. */
  compare(request: CompareRequest, columns: readonly CompareColumn[]): CompareCell[] {
    const sources = this.#wanted(request)
    const list = this.#list(request, sources)
    return columns.map((column) => {
      const { output, version } = column
      const own = request.outputs.find((one) => one.output === output) ?? request.settings
      const settings = { ...own, rules: '', ruleSets: [], output, ...versionSettings(output, version) }
      const run = runConversion(sources, list, { ...request, settings }, NO_LISTS)
      return compareCell(run, column, request.lang)
    })
  }

  /** The node of a row and the link it stands for. */
  detail(request: ListRequest, key: string): { node: NodeBase; link?: string } | undefined {
    const entry = this.#entry(request, key)
    if (!entry) return undefined
    const link = linkOfEntry(entry)
    return { node: namedNode(entry), ...(link === undefined ? {} : { link }) }
  }

  /** The nodes of rows, by key. */
  nodes(request: ListRequest, keys: readonly string[]): Map<string, NodeBase> {
    const wanted = new Set(keys)
    const entries = this.#entries(request).filter(({ key }) => wanted.has(key))
    return new Map(entries.map((entry) => [entry.key, namedNode(entry)]))
  }

  links(request: ListRequest, keys: readonly string[]): string[] {
    const wanted = new Set(keys)
    return this.#entries(request).flatMap((entry) => (wanted.has(entry.key) ? (linkOfEntry(entry) ?? []) : []))
  }

  /** The rows that equal one before them, by key. Names are unique here. */
  repeats(request: ListRequest, by: Exclude<UniqueField, 'name'>): string[] {
    return [...repeatsAmong(this.#entries(request), by).keys()].map(({ key }) => key)
  }

  /** Two sources beside each other, each with its edits and by the names that its nodes have without the other one. */
  compareSources(request: ListRequest, left: string, right: string): ComparedLists {
    const nodesOf = (source: string) => {
      const entries = this.#entries({ ...request, sources: [source] })
      const own = entries.filter(({ duplicate, kept, takenOut }) => takenOut === undefined && (!duplicate || kept))
      return new Map(own.map((entry) => [entry.key, namedNode(entry)]))
    }
    return compareLists(nodesOf(left), nodesOf(right))
  }

  /** The rows as a file, in the order of the list. */
  export(request: ListRequest, keys: readonly string[], format: NodeFile): ExportedList {
    const wanted = new Set(keys)
    return exportList(
      this.#entries(request).filter(({ key }) => wanted.has(key)),
      format,
    )
  }

  #entry(request: ListRequest, key: string): Entry | undefined {
    return this.#entries(request).find((entry) => entry.key === key)
  }

  #entries(request: ListRequest): Entry[] {
    return this.#list(request, this.#wanted(request)).entries
  }

  #list({ steps = [], edits, lang = DEFAULT_LANG, settings }: ListRequest, sources: readonly SourceText[]): List {
    const { keepDuplicates = false, groupLang = lang } = settings ?? {}
    return listEntries(sources, { steps, edits, lang: groupLang, keepDuplicates })
  }

  #wanted({ sources, prefixes = {} }: Pick<ListRequest, 'sources' | 'prefixes'>): SourceText[] {
    return sources.flatMap((id) => {
      const source = this.#sources.get(id)
      const prefix = ownValue(prefixes, id)
      return source ? [prefix === undefined ? source : { ...source, prefix }] : []
    })
  }
}

/** How many of the written entries tell of traffic or expiry and are no servers. */
function noticesIn({ report: { issues }, rowOf }: Run): number {
  const leftOut = new Set(issues.filter(({ kept }) => kept === false).map(rowOf))
  return issues.filter((issue) => issue.code === 'info-entry' && !leftOut.has(rowOf(issue))).length
}

function linkOfEntry(entry: Entry): string | undefined {
  return writeNode(namedNode(entry), 'links', { origin: entry }).link
}
