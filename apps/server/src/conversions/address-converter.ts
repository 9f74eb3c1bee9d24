import { createHash } from 'node:crypto'
import { isClientId, type IssueArgs, type OutputId, type SubscriptionInfo } from '@switchyard/convert'
import { converterText, errorMessage, type Lang, wordIssue } from '@switchyard/locale'
import { type GivenText, writeRecipe } from '@switchyard/recipe'
import type { ConverterQuery } from '@switchyard/recipe/converter-query'
import { type ConverterRecipe, recipeOfQuery } from '@switchyard/recipe/converter-recipe'
import type { Deps } from '../deps.ts'
import type { EngineOutput } from '../engine/engine-output.ts'
import { sumOf } from '../items/sum-of.ts'
import type { RuleLists } from '../outputs/rule-lists.ts'
import type { Asker } from '../shared/asker.ts'
import { FIRST_WAIT_MS, waitAtMost } from '../shared/wait-at-most.ts'
import { reportLine } from './report-line.ts'
import { type FetchedSource, SourceTexts } from './source-texts.ts'

/** What is asked for. */
export interface AskedConversion {
  query: ConverterQuery
  to: OutputId
  version?: string | undefined
  lang: Lang
}

/** What a client gets: a file, or why there is none. `report`: the line of the header. */
export type Conversion = { report?: string } & (
  | { text: string; subscription: SubscriptionInfo | undefined }
  | { status: 400 | 502; message: string }
)

type Needed = Pick<Deps, 'engine' | 'now' | 'shared' | 'safeFetch' | 'settings' | 'store'>

/** Who asks. Of one without an account nothing is kept in the database. */
interface AskingParty extends Asker {
  isMember: boolean
}

/** What is written, and what is told of how it was found. */
interface Material extends Pick<ConverterRecipe, 'recipe' | 'ignored'> {
  texts: Readonly<Record<string, GivenText>>
  failed: readonly FetchedSource[]
  /** For the controller; empty: it is not opened. */
  drawnSecret: string
}

/** Room for opening so many bytes. */
type Hold = (bytes: number) => Promise<void>

/** Fetches what an address of a converter names, and converts it in a thread of the engine. */
export class AddressConverter {
  readonly #deps: Needed
  readonly #lists: RuleLists
  readonly #sources: SourceTexts

  constructor(deps: Needed, lists: RuleLists) {
    this.#deps = deps
    this.#lists = lists
    this.#sources = new SourceTexts(deps)
  }

  /** Throws an EngineError. */
  async convert(asked: AskedConversion, asker: AskingParty, hold: Hold): Promise<Conversion> {
    const { query, to, version, lang } = asked
    const template = await this.#template(asked, asker)
    const isBare = query.switches.list === true || !isClientId(to)
    // Names alone are worth no failure: the report says that the config did nothing.
    const isLost = template === 'missing'
    if (isLost && !isBare)
      return { status: 502, message: converterText('config-failed', lang, { host: hostOf(query.template) }) }
    const read = recipeOfQuery(query, { to, version, template: isLost ? undefined : template })
    const { recipe, addresses, userAgent } = read
    const ignored = isLost ? [...read.ignored, 'config'] : read.ignored
    const sources = await this.#sources.ask(addresses, { user: asker.person, userAgent })
    const failed = sources.filter(({ failure }) => failure)
    const lost = failed.filter(({ said }) => !said)
    if (addresses.length > 0 && lost.length === recipe.sources.length)
      return { status: 502, message: withFailed(converterText('all-failed', lang), lost, lang) }
    const texts = Object.fromEntries(
      sources.flatMap(({ number, said }) => (said ? [[String(number), said] as const] : [])),
    )
    // Who asks again gets the same file.
    const drawnSecret = this.#deps.store.keys.derived(`url api ${hashOf(query.entries.join('|'))}`)
    const made = await this.#write(asked, { recipe, texts, failed, ignored, drawnSecret }, asker, hold)
    if ('text' in made) return { ...made, subscription: sumOf(sources.flatMap(({ said }) => said?.subscription ?? [])) }
    const { message } = made
    if (lost.length === 0) return made
    return { ...made, message: `${message}\n${withFailed(converterText('some-failed', lang), lost, lang)}` }
  }

  /**
   * Writes nodes that are at hand as text, as if an address had named a source that says so. Anybody gets the same file: a
   * secret in it would be none, so its controller stays closed.
   */
  async convertText(asked: AskedConversion, text: string, asker: AskingParty, hold: Hold): Promise<Conversion> {
    const { recipe, ignored } = recipeOfQuery({ ...asked.query, entries: [] }, asked)
    const source = { id: '1', name: 'nodes', kind: 'text', text: '', enabled: true } as const
    const texts = { [source.id]: { text } }
    const material = { recipe: { ...recipe, sources: [source] }, texts, failed: [], ignored, drawnSecret: '' }
    return this.#write(asked, material, asker, hold)
  }

  async #write(
    asked: AskedConversion,
    { recipe, texts, failed, ignored, drawnSecret }: Material,
    asker: AskingParty,
    hold: Hold,
  ): Promise<Conversion> {
    const { to, lang } = asked
    const file = writeRecipe(recipe, { secrets: true }).text
    const lists = await this.#listTexts(file, asked, asker)
    await hold(lengthOf(Object.values(texts).map(({ text }) => text)) + lengthOf(Object.values(lists)))
    const output = await this.#deps.engine(
      { kind: 'apply', ...this.#job(asked, file), drawnSecret, texts, lists },
      asker,
    )
    const report =
      'report' in output && output.report ? reportLine({ to, report: output.report, failed, ignored }) : undefined
    const given = report === undefined ? {} : { report }
    return 'text' in output
      ? { ...given, text: output.text, subscription: undefined }
      : { ...given, status: 400, message: refusalOf(output, lang) }
  }

  #job({ query, lang }: AskedConversion, recipe: string) {
    const { settings, now } = this.#deps
    return {
      recipe,
      // As there: a script that asks for no more wants a config that needs no other host.
      expandLists: query.switches.expand ?? true,
      namesByTemplate: true,
      listMirror: settings.LIST_MIRROR ?? '',
      lang,
      date: new Date(now()).toISOString().slice(0, DAY_LENGTH),
    }
  }

  /** The text of the config that the address names; undefined: it names none. */
  async #template({ query }: AskedConversion, { person, isMember }: AskingParty): Promise<string | undefined> {
    const { template } = query
    if (template === undefined) return undefined
    await waitAtMost(FIRST_WAIT_MS, this.#lists.fetch([template], person, isMember))
    return (await this.#lists.texts([template]))[template] ?? 'missing'
  }

  /** The texts of the rule lists that a recipe needs. */
  async #listTexts(
    recipe: string,
    { query, to, lang }: AskedConversion,
    asker: AskingParty,
  ): Promise<Record<string, string>> {
    if (!isClientId(to) || query.switches.list) return {}
    const plan = await this.#deps.engine(
      { kind: 'plan', recipe, to, lang, expandLists: query.switches.expand ?? true },
      asker,
    )
    const lists = 'wrong' in plan ? [] : plan.lists
    await waitAtMost(FIRST_WAIT_MS, this.#lists.fetch(lists, asker.person, asker.isMember))
    return this.#lists.texts(lists)
  }
}

const DAY_LENGTH = 10

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

const lengthOf = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 0)

const hostOf = (address = '') => (URL.canParse(address) ? new URL(address).host : '?')

/** Why nothing was written. */
function refusalOf(output: Exclude<EngineOutput, { text: string }>, lang: Lang): string {
  if ('field' in output) return converterText('bad-request', lang, { field: output.field })
  const { error, args } = output
  return error === 'too-many-nodes' ? converterText(error, lang, args) : errorMessage(error, lang, args)
}

/** The sources that failed, a line each: by number and host, since their addresses hold secrets. */
function withFailed(title: string, failed: readonly FetchedSource[], lang: Lang): string {
  const lines = failed.map(({ number, host, failure }) => {
    const { reason = 'network', status } = failure ?? {}
    const args: IssueArgs = status === undefined ? { reason } : { reason, status }
    const words = wordIssue({ code: 'fetch-failed', severity: 'error', field: reason, args }, lang)
    return converterText('source', lang, { number, host, reason: words })
  })
  return [title, ...lines].join('\n')
}
