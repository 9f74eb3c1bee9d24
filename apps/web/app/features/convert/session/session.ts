import { outputFacts } from '@switchyard/convert/facts'
import { takeHandedOver, type HandedOutput, type Handover } from '../../../components/handover/handover.ts'
import { onChunkFailure } from '../../../lib/lazy-page.ts'
import { isoDay } from '../../../lib/iso-day.ts'
import { onClearedElsewhere } from '../../../lib/local-data.ts'
import type { Locale } from '../../../lib/locale.ts'
import { endOfSession, onSessionEnd, session as signedIn, type SessionEnd } from '../../../lib/session.ts'
import { createStore, type Store } from '../../../lib/store.ts'
import { type Counts, hasInput, textOf, withDrawnSecret, withGroupLang, withRecipe } from '@switchyard/recipe/model'
import { amend } from '../../../components/node-list/edit-history.ts'
import { offerList } from '../../../components/node-list/current-lists.ts'
import { RecipeSession } from '../../../components/node-list/recipe-session.ts'
import { begun, cleared, EMPTY_MODEL, type Model, type Settle } from './model.ts'
import type { Comparison } from './comparison.ts'
import type { EditedOutput } from './edited-output.ts'
import { EditedResult } from './edited-result.ts'
import { ResultWork } from '../../../components/engine/result-work.ts'
import { KeptWork } from './kept-work.ts'
import { isOfAccount, isUnsaved, ownSteps, userOf, withAccount, withoutTemplates } from './account-work.ts'
import { randomSecret } from '../../../components/engine/random-secret.ts'
import { withHanded } from './with-handed.ts'
import { keptTemplates, TemplateLibrary } from '../../../components/config-form/template-library.ts'
import { Versions } from './versions.ts'

/** One conversion for as long as the tab is open: sources, edits, settings, their history and the result. */
export class ConvertSession extends RecipeSession<Model> {
  readonly templates = new TemplateLibrary()
  readonly comparison: Store<Comparison | undefined> = createStore<Comparison | undefined>(undefined)
  readonly #work = new KeptWork(() => ({ history: this.history.get(), templates: this.templates.ofTab() }))
  readonly #versions = new Versions()
  readonly #result = new ResultWork(this.desk, {
    follow: (next) => this.follow(next),
    onReplaced: (text, target, madeOf) => this.#versions.add(text, target, madeOf && { madeOf }),
    onResult: () => this.edited.rebase(),
  })
  readonly edited = new EditedResult({
    history: this.history,
    change: (next, kind) => this.change(next, kind),
    follow: (next) => this.follow(next),
    desk: this.desk,
    versions: this.#versions,
  })

  readonly versions = this.#versions.list
  readonly remembered = this.#work.isRemembered
  #started: Promise<boolean> | undefined

  constructor() {
    super(EMPTY_MODEL)
    offerList('convert', () => this.model)
  }

  /**
   * The first call brings the draft of the tab back and starts the work. A later call changes the language, or takes what the
   * address and other pages bring when the screen is shown again. `settle` adds the settings of the address.
   * Whether what another page gave took the place of a text that stood there.
   */
  async start(lang: Locale, settle: Settle): Promise<boolean> {
    this.#setLang(lang)
    if (!this.#started) return (this.#started = this.#begin(lang, settle))
    await this.#started
    this.change((model) => settle(model, false))
    const isReplaced = await this.#paste(takeHandedOver())
    this.desk.turnIn(0)
    return isReplaced
  }

  async #paste(handed: Handover | undefined): Promise<boolean> {
    const before = textOf(this.model)
    if (handed?.output) await this.edit(handed.output)
    else if (handed?.list) return this.#takeList(handed.list)
    else if (handed) {
      const kept = handed.files.filter(({ isOfAccount }) => isOfAccount).map(({ id }) => id)
      this.change((model) => withAccount(withHanded(model, handed), kept, userId()), 'paste')
    }
    return before !== '' && handed?.output === undefined && textOf(this.model) !== before
  }

  /** Puts lists in the place of those of the screen, in one step that undo takes back. Whether there were any. */
  #takeList(list: NonNullable<Handover['list']>): boolean {
    const isReplaced = hasInput(this.model)
    this.change((model): Model => {
      const { account: _, published: __, ...work } = model
      return { ...work, ...list, steps: [], manual: {} }
    }, 'paste')
    return isReplaced
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
    this.desk.open(() => this.model, this.#result)
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
    if (lang === this.desk.lang) return
    this.desk.lang = lang
    this.edited.checkNow()
    this.desk.turnIn(0)
  }

  protected override follow(next: (model: Model) => Model): void {
    super.follow(next)
    this.#work.saveLater()
  }

  protected changed(before: Model, waitMs: number): void {
    this.#work.saveLater()
    if (this.model.manual !== before.manual || this.model.output !== before.output) this.edited.checkLater()
    if (!isSameConversion(this.model, before)) this.desk.outdate(waitMs)
  }

  /** Clears everything but the options. Undo restores it; until then nothing of it is stored on the device. */
  clear(): void {
    this.#work.drop()
    this.#versions.clear()
    this.#result.clear()
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
    if (how === 'left') this.#leaveTemplates()
    const history = this.history.get()
    if (!isOfAccount(history) || (how === 'expired' && isUnsaved(history))) return
    const before = this.model
    const secret = randomSecret()
    const lang = before.common.groupLang
    this.#versions.clear()
    this.comparison.set(undefined)
    this.#result.clear()
    this.history.set(
      amend(ownSteps(history), (model) => withDrawnSecret(lang ? withGroupLang(model, lang) : model, secret)),
    )
    this.changed(before, 0)
    void this.#work.saveChanges()
  }

  /** A template that came from the account is in use no more. */
  #leaveTemplates(): void {
    const before = this.model
    const gone = keptTemplates.state.get().things.filter(({ isFromAccount }) => isFromAccount)
    if (gone.length === 0) return
    this.history.set(withoutTemplates(this.history.get(), new Set(gone.map(({ id }) => id))))
    if (this.model !== before) this.changed(before, 0)
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

  protected expectRefresh(id: string): void {
    this.#result.expectRefresh(id)
  }

  /** The last result whole, for a file or the clipboard; `today` and the address of the screen are for its comment. */
  async blob(today: Date, screen: Pick<URL, 'origin' | 'pathname'>): Promise<Blob | undefined> {
    await this.desk.settled()
    await this.edited.rebased()
    const { result } = this.desk.state.get()
    if (!result || result.error) return undefined
    const type = outputFacts(this.model.output).file.mimeType
    const text = this.edited.take() ?? result.text
    const config = text === undefined ? await this.desk.ask((api) => api.result.blob(type)) : new Blob([text], { type })
    const { headComment } = this.model.common
    return headComment ? new Blob([await this.#head(result.counts, today, screen), config], { type }) : config
  }

  /** What stands at the head of the result when that is wanted; without the part that makes links it has none. */
  async #head(counts: Counts, today: Date, screen: Pick<URL, 'origin' | 'pathname'>): Promise<string> {
    const makers = await import('@switchyard/recipe/settings-link').catch(() => undefined)
    const head = { date: isoDay(today), ...(makers ? { link: makers.settingsLink(this.model, screen).link } : {}) }
    return this.desk.ask((api, { settings, lang }) => api.result.head(settings.output, counts, head, lang))
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
