import type { FieldHint, RecordDraft } from '../../../components/node-grid/types.ts'
import { clientFacts, isExclusion, outputFacts, WIDEST_CLIENT } from '@switchyard/convert/facts'
import { showToast } from '../../../lib/toasts.ts'
import {
  type LineIssue,
  type NodeRow,
  type ShownIssue,
  type SubscriptionAddress,
  type NodeBase,
  keepDuplicate,
  deleteNodes,
  editNodes,
  TEXT_SOURCE,
  textOf,
  withCommon,
  withoutSource,
  withSource,
  outputSettings,
  withOutput,
  withTypeExcluded,
  withText,
} from '@switchyard/recipe/model'
import { fetchAddresses } from '../input/add-addresses.ts'
import { isPlainHttp } from '../../../components/engine/host-of.ts'
import type { ConvertSession } from '../session/session.ts'
import { renameBack } from '../../../components/node-list/rename-back.ts'
import { reportGone } from '../../../components/node-list/report-gone.ts'
import {
  type EntryPlace,
  entryLine,
  isOneLink,
  isWholeLine,
  linesOf,
  withEntryLine,
  withoutEntries,
} from '../input/entry-text.ts'
import { placesOf, withoutLines, type ReportedLine } from '../input/reported-lines.ts'
import type { Model } from '../session/model.ts'
import { undoToast } from '../../../components/node-list/undo-toast.ts'
import type { Translate } from '../session/translate.ts'

/** Something that went wrong and where: a problem of the list, of a line or of a row. */
export interface FixableIssue extends Pick<
  ShownIssue,
  'code' | 'message' | 'sourceId' | 'line' | 'inner' | 'key' | 'field' | 'kept' | 'isTakenElsewhere' | 'isRuleLine'
> {
  /** `error`: the entry or source that it is about can always be deleted. */
  severity?: ShownIssue['severity']
  /** What its line said, where it stands in the text of the box, also in Base64 there. */
  lineText?: string
}

export interface Fix {
  id:
    | 'fetch'
    | 'take'
    | 'edit'
    | 'cipher'
    | 'check'
    | 'undo-rename'
    | 'keep'
    | 'exclude'
    | 'target'
    | 'clear-filter'
    | 'lists'
    | 'jump'
    | 'delete-line'
    | 'delete-node'
    | 'delete-entry'
    | 'delete-source'
  label: string
  run: () => void
}

/** A broken line as a record to fill in, with the engine's own node in it. */
export interface Draft extends Omit<RecordDraft, 'node' | 'onSave'> {
  node: NodeBase
  onSave(node: NodeBase): void
}

/** What the screen does for a fix that needs more than a click. */
export interface FixTools {
  session: ConvertSession
  t: Translate
  goToLine: (sourceId: string | undefined, line: number) => void
  edit: (key: string, hint?: FieldHint) => void
  editDraft: (draft: Draft) => void
  pickCipher: (key: string) => void
  confirmChecks: (keys: readonly string[]) => void
  /** Shows what stands in the address of a converter. */
  restore: (address: SubscriptionAddress) => void
}

/** Where a value of a field is to be put right. */
const FIELD_CODES = new Set([
  'missing-field',
  'bad-port',
  'bad-value',
  'missing-public-key',
  'client-refuses',
  'tls-required',
])
const TEXT_CODES = new Set(['bad-json', 'bad-yaml', 'yaml-aliases'])

/** What can be done about a trouble, the best way first. */
export function fixesOf(issue: FixableIssue, tools: FixTools): Fix[] {
  const { session, t } = tools
  const { code, key, field, message, sourceId, line, inner, lineText = '' } = issue
  const fixes: Fix[] = []
  const add = (id: Fix['id'], label: string, run: () => void) => fixes.push({ id, label, run })
  const isForOther = isForWidestClient(issue, session)
  const isDuplicate = code === 'duplicate' || code === 'duplicate-differs'

  if (code === 'needs-fetch' && sourceId === TEXT_SOURCE) {
    const address = session.desk.sources.get()[TEXT_SOURCE]?.info?.addresses.find((one) => one.line === line)
    if (address?.holds !== undefined) add('take', t('line.takeHeld'), () => tools.restore(address))
    if (address) add('fetch', t(fetchWords(address)), () => fetchAddresses(session, [address], t))
  }
  if (FIELD_CODES.has(code)) {
    if (key !== undefined) add('edit', t('line.edit'), () => tools.edit(key, { field, text: message }))
    else if (isOneLink(lineText))
      add('edit', t('line.edit'), () => void editLine(issue, tools).catch(reportGone(t('status.noAnswer'))))
  }
  // A server speaks one cipher: another one is only offered where no client knows the one that is named.
  if (code === 'cipher-unsupported' && key !== undefined && !issue.isTakenElsewhere)
    add('cipher', t('line.cipher'), () => tools.pickCipher(key))
  if (code === 'certificate-unchecked' && key !== undefined)
    add('check', t('line.check'), () => void turnChecksOn([key], tools))
  if (code === 'name-changed' && key !== undefined && renamedFrom(session, key) !== undefined)
    add('undo-rename', t('line.undoRename'), () => undoRename([key], tools))
  if (isDuplicate) add('keep', t('line.keepBoth'), () => keepRepeated([issue], tools))
  if (isKeptNotice(issue) && !isInfoExcluded(session.model))
    add('exclude', t('line.excludeInfo'), () => excludeInfo(tools))
  if (isForOther)
    add('target', t('line.toClient', { client: clientFacts(WIDEST_CLIENT).title }), () => switchToWidestClient(tools))
  if (isByName(issue)) add('clear-filter', t('line.clearFilter'), () => clearNameFilters(tools))
  if (code === 'routes-less') add('lists', ...listsFix(tools))
  if (isOfDocument(issue) && line !== undefined) add('jump', t('line.jump'), () => tools.goToLine(sourceId, line))
  if ((isUnread(issue) || (isDuplicate && inner === undefined)) && isWholeLine(lineText))
    add('delete-line', t('line.deleteLine'), () => deleteLines(session, [{ line: line!, text: lineText }], t))
  else if (issue.severity === 'error' || isForOther) fixes.push(...deletionOf(issue, tools))
  return fixes
}

function fetchWords({ url, holds }: SubscriptionAddress) {
  if (isPlainHttp(url)) return 'line.chooseWay'
  return holds === undefined ? 'line.fetch' : 'line.fetchResult'
}

/** The button that fetches the missing rule lists. Returns its label and its action. */
function listsFix({ session, t }: FixTools): [string, () => void] {
  const [host] = Object.keys(session.desk.state.get().lists.denied)
  if (host === undefined) return [t('status.retry'), () => session.desk.retryLists()]
  return [t('status.listsAllowHost', { host }), () => session.desk.answerLists(host, 'allow')]
}

/** The way to be rid of what an error is about, as little of it as can be told apart. */
function deletionOf(issue: FixableIssue, { session, t }: FixTools): Fix[] {
  const { key, sourceId, line } = issue
  const undoable = (change: (model: Model) => Model) => () => {
    session.change(change)
    undoToast(session, t('undo'), t('nodes.deleted', { n: 1 }))
  }
  if (key !== undefined)
    return [{ id: 'delete-node', label: t('line.deleteNode'), run: undoable((model) => deleteNodes(model, [key])) }]
  if (issue.isRuleLine && line !== undefined) {
    const lines = linesOf(session.model.common.rules)
    const rules = () => withoutLines(lines, [line - 1])
    return [{ id: 'delete-line', label: t('line.deleteLine'), run: undoable((model) => withCommon(model, { rules: rules() })) }]
  } // oxfmt-ignore
  const source = session.model.sources.find(({ id }) => id === sourceId)
  if (!source) return []
  const { id, text } = source
  const isEntry = line !== undefined && !isOfDocument(withLineOf(text, issue))
  const rest = isEntry ? withoutEntries(text, [placeOfEntry(issue)]) : undefined
  if (rest === undefined || rest.left > 0)
    return [{ id: 'delete-source', label: t('line.deleteSource'), run: undoable((model) => withoutSource(model, id)) }]
  const run = () => {
    // What was told of is not what stands there any more.
    if (session.model.sources.every((one) => one.id !== id || one.text !== text))
      return void showToast({ kind: 'info', text: t('line.notFound', { n: 1 }) })
    undoable((model) => withSource(model, id, { text: rest.text }))()
  }
  return [{ id: 'delete-entry', label: t('line.deleteEntry'), run }]
}

/** The issues of a line of the text that the marks are of. */
export function issuesOfLine(line: number, issues: readonly LineIssue[], text: string): FixableIssue[] {
  return issues.map((issue) => withLine({ ...issue, sourceId: TEXT_SOURCE, line }, text))
}

/** With what its line said. `text`: what stood in the box when it was told. */
export function withLine<Issue extends FixableIssue>(issue: Issue, text: string): Issue {
  if (issue.sourceId !== TEXT_SOURCE || issue.line === undefined) return issue
  return { ...issue, lineText: entryLine(text, placeOfEntry(issue)) ?? '' }
}

/** Whether a whole document is broken, and not only the body of a link. */
function isOfDocument({ code, lineText = '' }: FixableIssue): boolean {
  return TEXT_CODES.has(code) && !isOneLink(lineText)
}

/** Whether the issue is about one line that became no node. A broken document is more than the line of its issue. */
export function isUnread(issue: FixableIssue): boolean {
  const { key, code, kept, sourceId, inner } = issue
  if (sourceId !== TEXT_SOURCE || inner !== undefined || key !== undefined || kept === true) return false
  return !LEFT_ALONE.has(code) && !isExclusion(issue) && !isOfDocument(issue)
}

/** No fault of the line: an address to add as a source, a text that is too long. */
const LEFT_ALONE: ReadonlySet<string> = new Set(['needs-fetch', 'too-large', 'too-many-nodes'])

/** Whether Mihomo takes a node that the chosen client leaves out. */
export function isForWidestClient({ isTakenElsewhere }: FixableIssue, session: ConvertSession): boolean {
  if (!isTakenElsewhere) return false
  const { result, madeFor } = session.desk.state.get()
  // After a choice the result of the client before stays for a while. Its issues are about that client.
  if (madeFor !== session.model.output) return false
  // Where no node is taken the result offers it once, for all of them.
  return result?.error?.code !== 'no-nodes-for-clash'
}

/** Taken out by a filter over names. */
function isByName({ code, field }: FixableIssue): boolean {
  return code === 'excluded' && field === 'name'
}

let byKey: { rows: readonly NodeRow[]; map: ReadonlyMap<string, NodeRow> } | undefined

/** Problems are asked about one by one, among many rows. */
export function rowOf(session: ConvertSession, key: string): NodeRow | undefined {
  const rows = session.desk.rows.get()
  if (byKey?.rows !== rows) byKey = { rows, map: new Map(rows.map((row) => [row.key, row])) }
  return byKey.map.get(key)
}

/** Takes lines out of the text, wherever they are by now. */
export function deleteLines(session: ConvertSession, reported: readonly ReportedLine[], t: Translate): void {
  const lines = linesOf(textOf(session.model))
  const places = placesOf(reported, lines)
  if (places.length < reported.length)
    showToast({ kind: 'info', text: t('line.notFound', { n: reported.length - places.length }) })
  if (places.length === 0) return
  session.change((model) => withText(model, withoutLines(lines, places)))
  undoToast(session, t('undo'), t('problems.fixed', { n: places.length }))
}

/** Takes nodes out of the list, and entries that were skipped out of their texts, in one step. */
export function deleteEntries(
  session: ConvertSession,
  { nodes, skipped }: { nodes: readonly string[]; skipped: readonly FixableIssue[] },
  t: Translate,
): void {
  const texts = new Map<string, string>()
  const { sources } = session.model
  let gone = 0
  let left = 0
  for (const [id, issues] of Map.groupBy(skipped, ({ sourceId }) => sourceId)) {
    const entries = [...new Map(issues.map((issue) => [`${issue.line}/${issue.inner}`, issue])).values()]
    const source = sources.find((one) => one.id === id)
    const places = source ? placesToCut(entries, source) : []
    const rest = source && withoutEntries(source.text, places)
    const cut = rest === undefined ? 0 : places.length - rest.left
    gone += cut
    left += entries.length - cut
    if (cut > 0) texts.set(id!, rest!.text)
  }
  if (left > 0) showToast({ kind: 'info', text: t('line.notAlone', { n: left }) })
  if (gone + nodes.length === 0) return
  session.change((model) => {
    const rest = [...texts].reduce((next, [id, text]) => withSource(next, id, { text }), model)
    return nodes.length === 0 ? rest : deleteNodes(rest, nodes)
  })
  undoToast(session, t('undo'), t('nodes.deleted', { n: gone + nodes.length }))
}

/** Where entries can be taken out: not where a whole document is broken, nor where the box says something else by now. */
function placesToCut(issues: readonly FixableIssue[], { id, text }: { id: string; text: string }): EntryPlace[] {
  const own = issues.filter((issue) => issue.line !== undefined && !isOfDocument(withLineOf(text, issue)))
  if (id !== TEXT_SOURCE) return own.map(placeOfEntry)
  const whole = own.filter(({ inner }) => inner === undefined)
  const reported = whole.map(({ line, lineText }) => ({ line: line!, text: lineText ?? '' }))
  return [
    ...placesOf(reported, linesOf(text)).map((index) => ({ line: index + 1 })),
    ...own.filter((issue) => issue.inner !== undefined && isStill(issue, text)).map(placeOfEntry),
  ]
}

function placeOfEntry({ line, inner }: FixableIssue): EntryPlace {
  return { line: line!, ...(inner === undefined ? {} : { inner }) }
}

/** With what its line says in the text of its source, where that was not told. */
export function withLineOf(text: string, issue: FixableIssue): FixableIssue {
  if (issue.lineText !== undefined || issue.line === undefined) return issue
  return { ...issue, lineText: entryLine(text, placeOfEntry(issue)) ?? '' }
}

/** Whether the place that an issue is about says what it said. */
function isStill(issue: FixableIssue, text: string): boolean {
  return entryLine(text, placeOfEntry(issue)) === issue.lineText
}

/** Opens a broken link as a record; saved, it stands in the text in place of the line. */
async function editLine(issue: FixableIssue, tools: FixTools): Promise<void> {
  const { session, t } = tools
  const { line = 0, lineText: text = '', field, message } = issue
  const draft = await session.desk.ask((api) => api.node.draft(text))
  if (!draft) return tools.goToLine(issue.sourceId, line)
  tools.editDraft({
    node: draft.node,
    hint: { field: draft.open[0] ?? field, text: message },
    onSave(node) {
      void session.desk
        .ask((api, { settings, lang }) => api.node.preview(node, settings.output, lang))
        .then(({ link }) => link !== undefined && replaceLine(issue, link, tools))
        .catch(reportGone(t('status.noAnswer')))
    },
  })
}

/** Writes another text in the place of the line that an issue is about, wherever that is by now. */
export function replaceLine(issue: FixableIssue | undefined, link: string, { session, t }: FixTools): void {
  const source = session.model.sources.find(({ id }) => id === issue?.sourceId)
  const place = issue && source && placeNow(issue, source.text)
  const rest = place && withEntryLine(source.text, place, link)
  if (rest === undefined) return void showToast({ kind: 'info', text: t('line.notFound', { n: 1 }) })
  session.change((model) => withSource(model, source!.id, { text: rest }))
  undoToast(session, t('undo'), t('line.replaced', { line: place!.line }))
}

/** Where the line stands now that an issue is about. One inside Base64 has to stand where it was. */
function placeNow(issue: FixableIssue, now: string): EntryPlace | undefined {
  const { line, inner, lineText: text } = issue
  if (line === undefined || text === undefined) return undefined
  if (inner !== undefined) return isStill(issue, now) ? placeOfEntry(issue) : undefined
  const [index] = placesOf([{ line, text }], linesOf(now))
  return index === undefined ? undefined : { line: index + 1 }
}

/** Turns the check of the certificate on, for as many of the rows as it is off for. */
export async function turnChecksOn(keys: readonly string[], { session, t }: FixTools): Promise<void> {
  const safe = await session.desk
    .askOfNodes((api, request) => api.node.checked(request, keys))
    .catch(reportGone(t('status.noAnswer')))
  const n = Object.keys(safe ?? {}).length
  if (!safe || n === 0) return
  session.change((model) => editNodes(model, safe))
  undoToast(session, t('undo'), t('line.checked', { n }))
}

/** Repeated entries become nodes of their own. */
export function keepRepeated(issues: readonly FixableIssue[], { session, t }: FixTools): void {
  const repeated = session.desk.rows.get().filter((row) => row.duplicateOf !== undefined)
  const rowOfIssue = ({ key, sourceId, line, inner }: FixableIssue) =>
    repeated.find((row) => row.key === key) ??
    repeated.find((row) => row.sourceId === sourceId && row.line === line && row.inner === inner)
  const keys = issues.flatMap((issue) => rowOfIssue(issue)?.key ?? [])
  if (keys.length === 0) return
  session.change((model) => keepDuplicate(model, keys))
  undoToast(session, t('undo'), t('line.kept', { n: keys.length }))
}

export function switchToWidestClient({ session, t }: FixTools): void {
  session.change((model) => withOutput(model, WIDEST_CLIENT))
  undoToast(session, t('undo'), t('line.switched', { client: clientFacts(WIDEST_CLIENT).title }))
}

const excludesOf = (model: Model): readonly string[] =>
  outputSettings(model).excludes ?? outputFacts(model.output).defaultExcludes

export const isInfoExcluded = (model: Model): boolean => excludesOf(model).includes('info')

/** A message of a provider that stands among the nodes of the output. */
export const isKeptNotice = ({ code, kept }: FixableIssue): boolean => code === 'info-entry' && kept !== false

/** Messages of providers, in the place of nodes, are left out from now on. */
export function excludeInfo({ session, t }: Pick<FixTools, 'session' | 't'>): void {
  const { issues = [] } = session.desk.state.get().result ?? {}
  const n = issues.filter(({ code }) => code === 'info-entry').length
  session.change((model) => withTypeExcluded(model, 'info'))
  undoToast(session, t('undo'), t('nodes.infoExcluded', { n }))
}

/** All names are wanted again. */
export function clearNameFilters({ session, t }: Pick<FixTools, 'session' | 't'>): void {
  session.change((model) => withCommon(model, { nameInclude: '', nameExclude: '' }))
  undoToast(session, t('undo'), t('line.filterCleared'))
}

function renamedFrom(session: ConvertSession, key: string): string | undefined {
  return rowOf(session, key)?.renamedFrom
}

/** Gives old names back. One that another node has too: that one takes the name with the suffix. */
export function undoRename(keys: readonly string[], { session, t }: Pick<FixTools, 'session' | 't'>): void {
  renameBack(session, keys)
  undoToast(session, t('undo'), t('line.renamedBack', { n: keys.length }))
}
