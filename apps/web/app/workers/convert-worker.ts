import { expose } from 'comlink'
import { checkRules, type ClientId } from '@switchyard/convert'
import { ruleLineMessage, ruleMessage, type Lang } from '@switchyard/locale'
import { ALL_COLUMNS } from './compare-cell.ts'
import { checkOptions } from './check-options.ts'
import { checkTemplate } from './check-template.ts'
import { checkText } from './check-text.ts'
import { ConversionDesk, type ListRequest } from './conversion-desk.ts'
import { countFields, setFields, type FieldsChanged } from './common-fields.ts'
import { draftOf } from './line-draft.ts'
import { hasSameFields, listChange, type ListChange } from '../lib/list-change.ts'
import { mergeAgain, type Conflict, type Merged } from '../lib/merge-texts.ts'
import { cipherField, ciphersFor, withChecks } from './repairs.ts'
import type {
  BuildRequest,
  BuildResult,
  CommonField,
  CompareCell,
  ConvertSettings,
  FieldsChange,
  LineDraft,
  LineMark,
  LinkPreview,
  NodeChange,
  NodeEdits,
  NodeRow,
  NodeTexts,
  OptionCheck,
  ProxyNode,
  RuleListPlace,
  SourceInfo,
  SubscriptionInfo,
  TargetId,
  TemplateReport,
  TextCheck,
} from './conversion-types.ts'
import { textsOf } from './node-texts.ts'
import { previewNode } from './preview-node.ts'
import { usableSettings } from './usable-settings.ts'

// Reads and converts, away from the page: a list of any length leaves it alive.

const A_MESSAGE = 1000
const desk = new ConversionDesk()
/** What the page was told: of a long list it only gets what changed. */
let toldRows: readonly NodeRow[] = []
let toldMarks: readonly LineMark[] = []

/** In pieces: a long list at once would hold up the page while it is unpacked. */
async function tell<T>(
  change: ListChange,
  list: readonly T[],
  take: (some: T[]) => Promise<void>,
): Promise<ListChange> {
  const end = change.from + change.fresh
  for (let at = change.from; at < end; at += A_MESSAGE) await take(list.slice(at, Math.min(end, at + A_MESSAGE)))
  return change
}

function isSameMark(a: LineMark, b: LineMark): boolean {
  if (a.line !== b.line || a.status !== b.status || a.issues.length !== b.issues.length) return false
  return a.issues.every((issue, index) => hasSameFields(issue, b.issues[index]!))
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
    told: SubscriptionInfo | undefined,
    onProgress: (entries: number) => void,
    onFirst?: (rows: NodeRow[]) => void,
  ): SourceInfo {
    return desk.read(id, name, text, told, { onProgress, ...(onFirst ? { onFirst } : {}) })
  },
  rename: (id: string, name: string): void => desk.rename(id, name),
  forget: (id: string): void => desk.forget(id),
  marks(
    id: string,
    lang: Lang,
    edits: NodeEdits,
    keepDuplicates: boolean,
    take: (marks: LineMark[]) => Promise<void>,
  ): Promise<ListChange> {
    const before = toldMarks
    const marks = desk.marks(id, lang, edits, keepDuplicates)
    toldMarks = marks
    return tell(listChange(before, marks, isSameMark), marks, take)
  },
  absent: (id: string, keys: string[]): string[] => desk.absent(id, keys),
  rows(request: ListRequest, take: (rows: NodeRow[]) => Promise<void>): Promise<ListChange> {
    const before = toldRows
    const rows = desk.rows(request)
    toldRows = rows
    return tell(listChange(before, rows, hasSameFields), rows, take)
  },
  missingLists: (request: Pick<BuildRequest, 'settings' | 'lang' | 'listMirror'>): RuleListPlace[] =>
    desk.missingLists(usable(request)),
  addList: (address: string, text: string): void => desk.addList(address, text),
  build: (request: BuildRequest): BuildResult => desk.build(usable(request)),
  blob: (type: string): Blob => new Blob([desk.text()], { type }),
  compare: (request: BuildRequest): CompareCell[] => desk.compare(usable(request), ALL_COLUMNS),
  detail: (request: ListRequest, key: string): { node: ProxyNode; link?: string } | undefined =>
    desk.detail(request, key),
  links: (request: ListRequest, keys: string[]): string[] => desk.links(request, keys),
  /** Those of the nodes that skip the check of the certificate, as they are and with the check. */
  checked(request: ListRequest, keys: string[]): Record<string, NodeChange> {
    const nodes = [...desk.nodes(request, keys)].map(
      ([key, shown]) => [key, { shown, node: withChecks(shown) }] as const,
    )
    return Object.fromEntries(nodes.filter(([, { shown, node }]) => shown !== node))
  },
  /** How many of the nodes have each field that can be set for many. */
  countFields: (request: ListRequest, keys: string[]): Record<CommonField, number> =>
    countFields(desk.nodes(request, keys).values()),
  setFields: (request: ListRequest, keys: string[], change: FieldsChange): FieldsChanged =>
    setFields(desk.nodes(request, keys), change),
  /** A row's node and the ciphers its client takes in place of its own. */
  ciphers(request: BuildRequest, key: string): { node: ProxyNode; field: string; ciphers: string[] } | undefined {
    const node = desk.nodes(request, [key]).get(key)
    return node && { node, field: cipherField(node), ciphers: ciphersFor(node, request.settings.target) }
  },
  draft: (line: string): LineDraft | undefined => draftOf(line),
  preview: (node: ProxyNode, target: TargetId, lang: Lang): LinkPreview => previewNode(node, target, lang),
  texts: (node: ProxyNode): NodeTexts => textsOf(node),
  checkOptions: (request: BuildRequest, groups: string[]): OptionCheck => checkOptions(desk, request, groups),
  checkText: (text: string, settings: ConvertSettings, lang: Lang): TextCheck => checkText(text, settings, lang),
  checkTemplate: (template: ConvertSettings['template'], lang: Lang, groupLang?: Lang): TemplateReport =>
    checkTemplate(template, lang, groupLang),
  merge: (base: string, mine: string, theirs: string, before: readonly Conflict[]): Merged =>
    mergeAgain(base, mine, theirs, before),
  /** What is wrong with rules, said as `Line 3: … → …`. */
  checkRules(
    text: string,
    platform: ClientId,
    groups: string[] | undefined,
    lang: Lang,
  ): { line: number; severity: string; message: string }[] {
    const { problems } = checkRules(text, { platform, ...(groups ? { groups } : {}) })
    const lines = Map.groupBy(problems, ({ line, severity }) => `${line} ${severity}`)
    return [...lines.values()].map((found) => {
      const [{ line, severity, args }] = found as [(typeof found)[number]]
      const messages = found.map((problem) => ruleMessage(problem, lang, { client: platform }))
      return { line, severity, message: ruleLineMessage(line, args.raw, messages, lang) }
    })
  },
}

export type ConvertWorkerApi = typeof api

expose(api)
