import { expose } from 'comlink'
import { NODES_MAX } from '@switchyard/convert/limits'
import { checkRules, type ClientId, type Issue } from '@switchyard/convert'
import { ruleLineMessage, ruleMessage, type Lang, recipeMessage, wordIssue } from '@switchyard/locale'
import {
  ALL_COLUMNS,
  changedItems,
  checkOptions,
  checkTemplate,
  checkText,
  cipherField,
  ciphersFor,
  Converter,
  countFields,
  countSource,
  headComment,
  previewNode,
  draftOfLine,
  readOneLink,
  setFields,
  textsOf,
  usableSettings,
  withChecks,
  type BuildRequest,
  type BuildResult,
  type CommonField,
  type CompareCell,
  type CompareRequest,
  type ConvertSettings,
  type Counts,
  type FieldsChange,
  type FieldsChanged,
  type Glance,
  type Head,
  type ItemChange,
  type LineDraft,
  type LineMark,
  type LinkPreview,
  type LinkRead,
  type ListRequest,
  type NodeChange,
  type NodeEdits,
  type NodeRow,
  type NodeTexts,
  type OtherRow,
  type OptionCheck,
  type NodeBase,
  type RuleListPlace,
  type SourceCounts,
  type SourceInfo,
  type SubscriptionInfo,
  type OutputId,
  type TemplateReport,
  type TextCheck,
  type RefusedRecipe,
} from '@switchyard/recipe'
import { hasSameFields, listChange, type ListChange } from '../components/engine/list-change.ts'
import { mergeAgain, type Conflict, type Merged } from '../components/diff/merge-texts.ts'

// Reads and converts, away from the page: a list of any length leaves it alive.

const A_MESSAGE = 1000
const converter = new Converter()
/** What the page was told: of a long list it only gets what changed. */
let reportedRows: readonly NodeRow[] = []
let reportedOthers: readonly OtherRow[] = []
let reportedMarks: readonly LineMark[] = []

/** In pieces: a long list at once would hold up the page while it is unpacked. */
async function report<T>(
  change: ListChange,
  list: readonly T[],
  take: (some: T[]) => Promise<void>,
): Promise<ListChange> {
  const end = change.from + change.fresh
  for (let at = change.from; at < end; at += A_MESSAGE) await take(list.slice(at, Math.min(end, at + A_MESSAGE)))
  return change
}

function isSameOther(a: OtherRow, b: OtherRow): boolean {
  return a.key === b.key && JSON.stringify(a) === JSON.stringify(b)
}

function isSameMark(a: LineMark, b: LineMark): boolean {
  if (a.line !== b.line || a.status !== b.status || a.name !== b.name) return false
  if (a.issues.length !== b.issues.length) return false
  return a.issues.every((issue, index) => hasSameFields(issue, b.issues[index]!))
}

/** FNV-1a, and the length: enough to see whether one source said the same twice. Over plain http there is no SHA-256. */
function fingerprint(text: string): string {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return `${text.length} ${(sum >>> 0).toString(36)}`
}

const usable = <R extends Pick<BuildRequest, 'settings' | 'lang'>>(request: R): R => ({
  ...request,
  settings: usableSettings(request.settings, request.lang).settings,
})

const api = {
  read(
    id: string,
    name: string,
    text: string,
    reported: SubscriptionInfo | undefined,
    onProgress: (entries: number) => void,
    onFirst?: (rows: NodeRow[]) => void,
  ): SourceInfo {
    return converter.read(id, name, text, reported, { onProgress, ...(onFirst ? { onFirst } : {}) })
  },
  rename: (id: string, name: string): void => converter.rename(id, name),
  forget: (id: string): void => converter.forget(id),
  marks(
    id: string,
    lang: Lang,
    edits: NodeEdits,
    keepDuplicates: boolean,
    take: (marks: LineMark[]) => Promise<void>,
  ): Promise<ListChange> {
    const before = reportedMarks
    const marks = converter.marks(id, lang, edits, keepDuplicates)
    reportedMarks = marks
    return report(listChange(before, marks, isSameMark), marks, take)
  },
  absent: (id: string, keys: string[]): string[] => converter.absent(id, keys),
  rows(request: ListRequest, take: (rows: NodeRow[]) => Promise<void>): Promise<ListChange> {
    const before = reportedRows
    const rows = converter.rows(request)
    reportedRows = rows
    return report(listChange(before, rows, hasSameFields), rows, take)
  },
  others(request: ListRequest, take: (others: OtherRow[]) => Promise<void>): Promise<ListChange> {
    const before = reportedOthers
    const others = converter.others(request)
    reportedOthers = others
    return report(listChange(before, others, isSameOther), others, take)
  },
  glance: (request: ListRequest, limit: number): Glance => converter.glance(request, limit),
  missingLists: (request: Pick<BuildRequest, 'settings' | 'lang' | 'listMirror'>): RuleListPlace[] =>
    converter.missingLists(usable(request)),
  addList: (address: string, text: string): void => converter.addList(address, text),
  build: (request: BuildRequest): BuildResult => converter.build(usable(request)),
  blob: (type: string): Blob => new Blob([converter.text()], { type }),
  head: (target: OutputId, { deleted, ...counts }: Counts, head: Head, lang: Lang): string =>
    headComment(target, { ...counts, deleted, nodes: counts.nodes + deleted }, head, lang),
  compare(request: CompareRequest): CompareCell[] {
    const outputs = request.outputs.map((settings) => usableSettings(settings, request.lang).settings)
    return converter.compare({ ...usable(request), outputs }, ALL_COLUMNS)
  },
  detail: (request: ListRequest, key: string): { node: NodeBase; link?: string } | undefined =>
    converter.detail(request, key),
  links: (request: ListRequest, keys: string[]): string[] => converter.links(request, keys),
  /** Those of the nodes that skip the check of the certificate, as they are and with the check. */
  checked(request: ListRequest, keys: string[]): Record<string, NodeChange> {
    const nodes = [...converter.nodes(request, keys)].map(
      ([key, shown]) => [key, { shown, node: withChecks(shown) }] as const,
    )
    return Object.fromEntries(nodes.filter(([, { shown, node }]) => shown !== node))
  },
  /** How many of the nodes have each field that can be set for many. */
  countFields: (request: ListRequest, keys: string[]): Record<CommonField, number> =>
    countFields(converter.nodes(request, keys).values()),
  setFields: (request: ListRequest, keys: string[], change: FieldsChange): FieldsChanged =>
    setFields(converter.nodes(request, keys), change),
  /** A row's node and the ciphers its client takes in place of its own. */
  ciphers(request: BuildRequest, key: string): { node: NodeBase; field: string; ciphers: string[] } | undefined {
    const node = converter.nodes(request, [key]).get(key)
    return node && { node, field: cipherField(node), ciphers: ciphersFor(node, request.settings.output) }
  },
  draft: (line: string): LineDraft | undefined => draftOfLine(line),
  /** What stands in a text, without keeping it. */
  count: (text: string): SourceCounts => countSource(text, { maxNodes: NODES_MAX }, fingerprint),
  preview: (node: NodeBase, target: OutputId, lang: Lang): LinkPreview => previewNode(node, target, lang),
  readLink: (text: string, target: OutputId, lang: Lang): LinkRead => readOneLink(text, target, lang),
  texts: (node: NodeBase): NodeTexts => textsOf(node),
  checkOptions: (request: BuildRequest, groups: string[]): OptionCheck => checkOptions(converter, request, groups),
  checkText: (text: string, settings: ConvertSettings, lang: Lang): TextCheck => checkText(text, settings, lang),
  changedItems: (before: string, after: string, settings: ConvertSettings): ItemChange[] =>
    changedItems(before, after, settings),
  checkTemplate: (template: ConvertSettings['template'], lang: Lang, groupLang?: Lang): TemplateReport =>
    checkTemplate(template, lang, groupLang),
  refusal: ({ code, place }: RefusedRecipe, lang: Lang): string => recipeMessage(code, lang, { place }),
  words: (issues: readonly Issue[], lang: Lang): string[] => issues.map((issue) => wordIssue(issue, lang)),
  merge: (base: string, mine: string, theirs: string, before: readonly Conflict[]): Merged =>
    mergeAgain(base, mine, theirs, before),
  /** What is wrong with rules, said as `Line 3: … → …` and, in `words`, without the line. */
  checkRules(
    text: string,
    client: ClientId,
    groups: string[] | undefined,
    lang: Lang,
  ): { line: number; severity: string; message: string; words: string }[] {
    const { issues } = checkRules(text, { client, ...(groups ? { groups } : {}) })
    const lines = Map.groupBy(issues, ({ line, severity }) => `${line} ${severity}`)
    return [...lines.values()].map((found) => {
      // No group is empty.
      const [{ line, severity, args }] = found as [(typeof found)[number]]
      const messages = found.map((issue) => ruleMessage(issue, lang, { client }))
      return { line, severity, message: ruleLineMessage(line, args.raw, messages, lang), words: messages[0]! }
    })
  },
}

export type ConvertWorkerApi = typeof api

expose(api)
