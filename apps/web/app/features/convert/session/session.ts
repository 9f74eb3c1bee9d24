import type { Issue } from '@switchyard/convert'
import type { RefusedRecipe } from '@switchyard/recipe'
import { DEFAULT_CLIENT } from '@switchyard/recipe/model'
import { isClientId, outputFacts } from '@switchyard/convert/facts'
import { takeHandedOver, type HandedOutput, type Handover } from '../../../components/handover/handover.ts'
import { onChunkFailure } from '../../../lib/lazy-page.ts'
import { isoDay } from '../../../lib/iso-day.ts'
import { onClearedElsewhere } from '../../../lib/local-data.ts'
import type { Locale } from '../../../lib/locale.ts'
import { endOfSession, onSessionEnd, session as signedIn, type SessionEnd } from '../../../lib/session.ts'
import { createStore, type ReadStore, type Store } from '../../../lib/store.ts'
import {
  type CommonField,
  type CompareCell,
  type ConvertSettings,
  type Counts,
  type FieldsChange,
  type LineDraft,
  type LinkPreview,
  type LinkRead,
  type NodeTexts,
  type OptionCheck,
  type ItemChange,
  type Outline,
  type NodeBase,
  type RecipeSource,
  type TemplateReport,
  editNodes,
  settingsOfOutputs,
  textOf,
  withDrawnSecret,
  withGroupLang,
  withRecipe,
} from '@switchyard/recipe/model'
import {
  amend,
  begun,
  change,
  cleared,
  EMPTY_MODEL,
  redo,
  startHistory,
  undo,
  type History,
  type Model,
  type Settle,
} from './model.ts'
import type { Comparison } from './comparison.ts'
import { Conversion, readState } from './conversion.ts'
import type { EditedOutput } from './edited-output.ts'
import { EditedResult } from './edited-result.ts'
import type { FetchFailure } from '../../../workers/fetch-worker.ts'
import { fetchText } from '../../../components/engine/fetch-client.ts'
import { KeptWork } from './kept-work.ts'
import type { ListAnswer } from '../../../components/engine/list-hosts.ts'
import { isOfAccount, isUnsaved, ownSteps, userOf, withAccount } from './account-work.ts'
import { randomSecret } from '../../../components/engine/random-secret.ts'
import { withHanded } from './with-handed.ts'
import { TemplateLibrary } from '../../../components/config-form/template-library.ts'
import { Versions } from './versions.ts'

const DEBOUNCE_MS = 150

/** What an address says, read. */
type SourceText = Pick<RecipeSource, 'text'> & Partial<Pick<RecipeSource, 'encoding' | 'subscription'>>

/** One conversion for as long as the tab is open: sources, edits, settings, their history and the result. */
export class ConvertSession {
  readonly history: Store<History> = createStore(startHistory(EMPTY_MODEL))
  readonly templates = new TemplateLibrary()
  readonly comparison: Store<Comparison | undefined> = createStore<Comparison | undefined>(undefined)
  readonly #work = new KeptWork(() => ({ history: this.history.get(), templates: this.templates.ofTab() }))
  readonly #versions = new Versions()
  readonly #conversion = new Conversion({
    model: () => this.model,
    follow: (next) => this.#follow(next),
    onReplaced: (text, target, madeOf) => this.#versions.add(text, target, madeOf && { madeOf }),
    onResult: () => this.edited.rebase(),
  })
  readonly edited = new EditedResult({
    history: this.history,
    change: (next, kind) => this.change(next, kind),
    follow: (next) => this.#follow(next),
    conversion: this.#conversion,
    versions: this.#versions,
  })

  readonly state = this.#conversion.state
  readonly sources = this.#conversion.sources
  readonly changes = this.#conversion.changes
  readonly rows = this.#conversion.rows
  readonly others = this.#conversion.others
  readonly rowsOf = this.#conversion.rowsOf
  readonly outcomes = this.#conversion.outcomes
  readonly marks = this.#conversion.marks
  readonly versions = this.#versions.list
  readonly remembered = this.#work.isRemembered
  /** The requests that are under way, by source. */
  readonly #fetching = createStore<ReadonlyMap<string, AbortController>>(new Map())
  readonly fetching: ReadStore<ReadonlyMap<string, unknown>> = this.#fetching

  #started: Promise<boolean> | undefined

  get model(): Model {
    return this.history.get().now
  }

  /**
   * Brings the tab's draft back, then works; later on, in another language. `settle` adds the settings of elsewhere.
   * Whether what another page gave took the place of a text that stood there.
   */
  async start(lang: Locale, settle: Settle): Promise<boolean> {
    this.#setLang(lang)
    if (!this.#started) return (this.#started = this.#begin(lang, settle))
    await this.#started
    const isReplaced = await this.#paste(takeHandedOver())
    this.#conversion.turnIn(0)
    return isReplaced
  }

  async #paste(handed: Handover | undefined): Promise<boolean> {
    const before = textOf(this.model)
    if (handed?.output) await this.edit(handed.output)
    else if (handed) {
      const kept = handed.files.filter(({ isOfAccount }) => isOfAccount).map(({ id }) => id)
      this.change((model) => withAccount(withHanded(model, handed), kept, userId()), 'paste')
    }
    return before !== '' && handed?.output === undefined && textOf(this.model) !== before
  }

  /** Puts what is published in the place of the work of the screen, in one step that undo takes back. */
  async edit(handed: HandedOutput): Promise<void> {
    const { editedOutput } = await import('./edited-output.ts')
    const edited = await editedOutput(handed)
    if (!edited) return
    const { recipe, output } = edited
    const ids = recipe.sources.map(({ id }) => id)
    this.change((model): Model => {
      const { account: _, ...work } = withRecipe(model, recipe, true)
      return withAccount({ ...work, manual: {}, published: output }, ids, userId())
    }, 'paste')
  }

  /** It was published: the next edit is made on that. */
  published({ id, name, revision, items }: Pick<EditedOutput, 'id' | 'name' | 'revision' | 'items'>): void {
    this.amend((model) =>
      model.published?.id === id ? { ...model, published: { ...model.published, name, revision, items } } : model,
    )
  }

  /** What is on the screen is work like any other from now on. */
  leaveOutput(): void {
    this.change((model) => {
      const { published: _, ...work } = model
      return work
    })
  }

  async #begin(lang: Locale, settle: Settle): Promise<boolean> {
    const saved = await this.#work.load()
    const settled = begun(this.history.get(), saved.history, settle)
    const secret = randomSecret()
    this.history.set(amend(settled, (model) => withDrawnSecret(withGroupLang(model, lang), secret)))
    const isReplaced = await this.#paste(takeHandedOver() ?? saved.handed)
    await this.templates.start(saved.templates)
    this.templates.list.subscribe(() => this.#work.saveLater())
    await this.#versions.start(this.remembered.get())
    this.edited.start()
    this.#conversion.start()
    const save = () => this.#work.saveChanges()
    addEventListener('pagehide', () => void save())
    // A phone may end a page that is out of sight without another word.
    document.addEventListener('visibilitychange', () => document.hidden && void save())
    onChunkFailure(save)
    onClearedElsewhere(() => this.#forgetOnDevice())
    onSessionEnd((how) => this.#leaveAccount(how))
    signedIn.subscribe(() => this.#leaveOther())
    // The session of a draft may have ended while no page knew it.
    if (isOfAccount(this.history.get()))
      void endOfSession(userOf(this.history.get())).then((how) => how && this.#leaveAccount(how))
    return isReplaced
  }

  #setLang(lang: Locale): void {
    if (!this.#conversion.setLang(lang)) return
    this.edited.checkNow()
    this.#conversion.turnIn(0)
  }

  /** Changes the model. `kind` names what is undone together: typing of the same kind in one go. */
  change(next: (model: Model) => Model, kind = 'edit'): void {
    const before = this.model
    this.history.set((history) => change(history, next(history.now), kind, Date.now()))
    // What was pasted is whole: nobody types on.
    this.#changed(before, kind === 'paste' ? 0 : DEBOUNCE_MS)
  }

  /** Changes what undo does not bring back. */
  amend(next: (model: Model) => Model): void {
    const before = this.model
    this.history.set((history) => amend(history, next))
    this.#changed(before)
  }

  /** Changes the state alone: it costs no step, and what undo and redo lead to is as it was. */
  #follow(next: (model: Model) => Model): void {
    this.history.set((history) => ({ ...history, now: next(history.now) }))
    this.#work.saveLater()
  }

  undo(): void {
    const before = this.model
    this.history.set(undo)
    this.#changed(before)
  }

  redo(): void {
    const before = this.model
    this.history.set(redo)
    this.#changed(before)
  }

  #changed(before: Model, waitMs = DEBOUNCE_MS): void {
    this.#work.saveLater()
    if (this.model.manual !== before.manual || this.model.output !== before.output) this.edited.checkLater()
    if (!isSameConversion(this.model, before)) this.#conversion.outdate(waitMs)
  }

  /** Clears everything but the options. Undo restores it; until then nothing of it is stored on the device. */
  clear(): void {
    this.#work.drop()
    this.#versions.clear()
    this.#conversion.clear()
    this.change(cleared)
  }

  /** The device has nothing of it any more; the tab still does. */
  #forgetOnDevice(): void {
    this.#work.drop()
    this.#versions.remember(false)
  }

  /**
   * What came from the account of who was signed in goes: out of the screen, of undo and of the device. Work that is saved
   * nowhere waits for its person, whose session only ran out.
   */
  #leaveAccount(how: SessionEnd): void {
    const history = this.history.get()
    if (!isOfAccount(history) || (how === 'expired' && isUnsaved(history))) return
    const before = this.model
    const secret = randomSecret()
    const lang = before.common.groupLang
    this.#versions.clear()
    this.comparison.set(undefined)
    this.#conversion.clear()
    this.history.set(
      amend(ownSteps(history), (model) => withDrawnSecret(lang ? withGroupLang(model, lang) : model, secret)),
    )
    this.#changed(before, 0)
    void this.#work.saveChanges()
  }

  /** Somebody else has signed in where the work of another one waits. */
  #leaveOther(): void {
    const owner = userOf(this.history.get())
    const now = userId()
    if (owner !== undefined && now !== undefined && now !== owner) this.#leaveAccount('left')
  }

  /** What is here stays on the device until that is taken back. */
  remember(isRemembered: boolean): void {
    this.#work.remember(isRemembered)
    this.#versions.remember(isRemembered)
  }

  /** Reads a source's address. The page itself may not reach it: the fetch worker does. */
  async fetch(id: string): Promise<void> {
    const source = this.model.sources.find((one) => one.id === id)
    if (!source?.url) return
    const { info } = this.sources.get()[id] ?? {}
    // What was read before stays, and stays used, until there is something better.
    const last = info ? { info } : {}
    this.#conversion.setSource(id, { status: 'loading', ...last })
    const stop = new AbortController()
    this.#fetching.set((all) => new Map(all).set(id, stop))
    const answer = await fetchText(source.url, stop.signal)
    if (!this.#endFetch(id, stop) || !this.model.sources.some((one) => one.id === id)) return
    const failed = (error: FetchFailure | 'empty', httpStatus?: number) =>
      this.#conversion.setSource(id, {
        status: 'failed', error, ...(httpStatus === undefined ? {} : { httpStatus }), ...last,
      }) // oxfmt-ignore
    if ('error' in answer) return failed(answer.error, answer.status)
    if (answer.text.trim() === '') return failed('empty')
    this.take(id, answer)
  }

  /** Ends the request for a source's address: it is as it was before. */
  cancelFetch(id: string): void {
    const stop = this.#fetching.get().get(id)
    if (!stop || !this.#endFetch(id, stop)) return
    stop.abort()
    const { info } = this.sources.get()[id] ?? {}
    this.#conversion.notify({ type: 'source', id, state: info && readState(info) })
  }

  /** Whether it was the latest request for the source, and not ended before. */
  #endFetch(id: string, stop: AbortController): boolean {
    const fetching = new Map(this.#fetching.get())
    if (fetching.get(id) !== stop) return false
    fetching.delete(id)
    this.#fetching.set(() => fetching)
    return true
  }

  /** What the address of a source says, however it was read. */
  take(id: string, { text, encoding, subscription }: SourceText): void {
    const source = this.model.sources.find((one) => one.id === id)
    if (!source) return
    const { info } = this.sources.get()[id] ?? {}
    if (text === source.text && info) this.#conversion.setSource(id, readState(info))
    else this.#conversion.setSource(id, { status: 'loading', ...(info ? { info } : {}) })
    if (source.text !== '') this.#conversion.expectRefresh(id)
    const loadedAt = Date.now()
    this.amend((model) => ({
      ...model,
      sources: model.sources.map((one) =>
        one.id === id ? { ...one, text, encoding, loadedAt, ...(subscription ? { subscription } : {}) } : one,
      ),
    }))
  }

  /** Makes the result now, however many nodes there are. */
  generate(): void {
    this.#conversion.generate()
  }

  /** Stops what is running; texts and settings stay. */
  cancel(): void {
    this.#conversion.cancel()
  }

  /** Remembers whether the page may fetch lists from a host. */
  answerLists(host: string, answer: ListAnswer): void {
    this.#conversion.answerLists(host, answer)
  }

  retryLists(): void {
    this.#conversion.retryLists()
  }

  /** The last result whole, for a file or the clipboard; `today` and the address of the screen are for its comment. */
  async blob(today: Date, screen: Pick<URL, 'origin' | 'pathname'>): Promise<Blob | undefined> {
    await this.#conversion.settled()
    await this.edited.rebased()
    const { result } = this.state.get()
    if (!result || result.error) return undefined
    const type = outputFacts(this.model.output).file.mimeType
    const text = this.edited.take() ?? result.text
    const config = text === undefined ? await this.#conversion.ask((api) => api.blob(type)) : new Blob([text], { type })
    const { headComment } = this.model.common
    return headComment ? new Blob([await this.#head(result.counts, today, screen), config], { type }) : config
  }

  /** What stands at the head of the result when that is wanted; without the part that makes links it has none. */
  async #head(counts: Counts, today: Date, screen: Pick<URL, 'origin' | 'pathname'>): Promise<string> {
    const makers = await import('@switchyard/recipe/settings-link').catch(() => undefined)
    const head = { date: isoDay(today), ...(makers ? { link: makers.settingsLink(this.model, screen).link } : {}) }
    return this.#conversion.ask((api, { settings, lang }) => api.head(settings.output, counts, head, lang))
  }

  detail(key: string): Promise<{ node: NodeBase; link?: string } | undefined> {
    return this.#conversion.askOfNodes((api, request) => api.detail(request, key))
  }

  links(keys: readonly string[]): Promise<string[]> {
    return this.#conversion.askOfNodes((api, request) => api.links(request, [...keys]))
  }

  /** The link of a node that is being edited, and what is wrong with it. */
  preview(node: NodeBase): Promise<LinkPreview> {
    return this.#conversion.ask((api, { settings, lang }) => api.preview(node, settings.output, lang))
  }

  /** What a link says that is to stand in place of another one. */
  readLink(text: string): Promise<LinkRead> {
    return this.#conversion.ask((api, { settings, lang }) => api.readLink(text, settings.output, lang))
  }

  /** Turns the check of the certificate on, for as many of the rows as it is off for; gives back how many those are. */
  async turnChecksOn(keys: readonly string[]): Promise<number> {
    const safe = await this.#conversion.askOfNodes((api, request) => api.checked(request, [...keys]))
    const count = Object.keys(safe).length
    if (count > 0) this.change((model) => editNodes(model, safe))
    return count
  }

  /** How many of the rows have each field that can be set for many. */
  countFields(keys: readonly string[]): Promise<Record<CommonField, number>> {
    return this.#conversion.askOfNodes((api, request) => api.countFields(request, [...keys]))
  }

  /** Sets fields of many rows in one step, where their protocols have them; gives back what became of the rows. */
  async setFields(
    keys: readonly string[],
    change: FieldsChange,
  ): Promise<{ changed: number; same: number; skipped: number }> {
    const { changes, same, skipped } = await this.#conversion.askOfNodes((api, request) =>
      api.setFields(request, [...keys], change),
    )
    const changed = Object.keys(changes).length
    if (changed > 0) this.change((model) => editNodes(model, changes))
    return { changed, same, skipped }
  }

  /** The node of a row, and the ciphers that the client takes in place of its own. */
  ciphers(key: string): Promise<{ node: NodeBase; field: string; ciphers: string[] } | undefined> {
    return this.#conversion.askOfNodes((api, request) => api.ciphers(request, key))
  }

  /** What a broken line was meant to be. */
  draft(line: string): Promise<LineDraft | undefined> {
    return this.#conversion.ask((api) => api.draft(line))
  }

  /** A node alone, as clients spell it. */
  texts(node: NodeBase): Promise<NodeTexts> {
    return this.#conversion.ask((api) => api.texts(node))
  }

  /** What each client would keep; it is remembered as the comparison of the model as it is. */
  async compare(): Promise<readonly CompareCell[]> {
    const of = this.model
    const outputs = settingsOfOutputs(of)
    const cells = await this.#conversion.askOfNodes((api, request) => api.compare({ ...request, outputs }))
    this.comparison.set({ of, cells })
    return cells
  }

  checkRules(
    text: string,
    groups: readonly string[] | undefined,
  ): Promise<{ line: number; severity: string; message: string; words: string }[]> {
    const { output } = this.model
    const client = isClientId(output) ? output : DEFAULT_CLIENT
    return this.#conversion.ask((api, { lang }) => api.checkRules(text, client, groups && [...groups], lang))
  }

  /** What is wrong with the options, and how many nodes the filters take out. */
  checkOptions(groups: readonly string[]): Promise<OptionCheck> {
    return this.#conversion.askOfNodes((api, request) => api.checkOptions(request, [...groups]))
  }

  /** Why a file is no recipe, in words. */
  refusal(refused: RefusedRecipe): Promise<string> {
    return this.#conversion.ask((api, { lang }) => api.refusal(refused, lang))
  }

  /** Issues in words. */
  words(issues: readonly Issue[]): Promise<string[]> {
    return this.#conversion.ask((api, { lang }) => api.words(issues, lang))
  }

  /** What a text is made of; undefined where the chosen client cannot read it. */
  async outlineOf(text: string): Promise<Outline | undefined> {
    const check = await this.#conversion.ask((api, { settings, lang }) => api.checkText(text, settings, lang))
    return check.outline
  }

  /** What differs between two texts for the chosen client, besides their groups. */
  changedItems(before: string, after: string): Promise<ItemChange[]> {
    return this.#conversion.ask((api, { settings }) => api.changedItems(before, after, settings))
  }

  checkTemplate(template: ConvertSettings['template']): Promise<TemplateReport> {
    return this.#conversion.ask((api, { settings, lang }) => api.checkTemplate(template, lang, settings.groupLang))
  }
}

/** Parts of a model that no result is made of. */
const userId = () => signedIn.get()?.user?.id

const NO_PART: ReadonlySet<keyof Model> = new Set(['manual', 'published', 'account'])

/** Whether both lead to the same generated result. */
function isSameConversion(one: Model, other: Model): boolean {
  // `keys` of an object says no more than that they are strings.
  const keys = Object.keys({ ...one, ...other }) as (keyof Model)[]
  return keys.every((key) => NO_PART.has(key) || one[key] === other[key])
}

let session: ConvertSession | undefined

/** The conversion of this tab. It outlives the page, so that one may look at another screen and come back. */
export function convertSession(): ConvertSession {
  session ??= new ConvertSession()
  return session
}
