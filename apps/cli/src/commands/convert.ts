import { CLIENT_FACTS, findClientFacts, isClientId } from '@switchyard/convert/facts'
import { isRecord } from '@switchyard/convert/record'
import { randomBytes } from 'node:crypto'
import {
  controllerAddress,
  ConvertError,
  type ConvertOptions,
  convertToBytes,
  outputFacts,
  type Issue,
  jsonLines,
  planLists,
  readJson,
  readMapping,
  readMirrors,
  readRuleProviders,
  type Report,
  writesOwnSettings,
  type JsonObject,
} from '@switchyard/convert'
import { cliText, errorMessage, type Lang, type MessageContext, summaryLine } from '@switchyard/locale'
import { engineOptions } from '@switchyard/recipe/engine-options'
import { type ConvertSettings, DEFAULT_COMMON, DEFAULT_OUTPUT_SETTINGS } from '@switchyard/recipe/model'
import { CLIENT_AGENTS } from '@switchyard/sources'
import {
  chooseTemplate,
  fromFile,
  readOutput,
  readProviders,
  readSingboxVersion,
  readXrayVersion,
  readTypes,
  requireFolder,
} from '../options.ts'
import { isWebAddress } from '../fetch-text.ts'
import { readData } from '../read-data.ts'
import { readOptionFile, readSources, type ReadSources } from '../read-sources.ts'
import { reportJson } from '../report-json.ts'
import { firstLine, issueLines, subscriptionLines } from '../report-text.ts'
import { type ConvertFlags, type IsGiven, type SaidByFlags, settingsOfFlags } from '../convert-flags.ts'
import { listCache, listCacheFolder } from '../list-cache.ts'
import { listHints, listsFromFolder, listsFromWeb, type RuleListTexts, withListReasons } from '../rule-lists.ts'
import { paint, print, ProgressLine, say } from '../terminal.ts'
import { writeResult } from '../write-result.ts'
import { WrongCall } from '../wrong-call.ts'

/** Text above which a conversion takes over half a second on a slow machine. */
const SLOW_BYTES = 4 * 1024 * 1024

/** `switchyard convert`: 0 when a config was written, 1 when there is none. */
export async function convertCommand(
  names: readonly string[],
  flags: ConvertFlags,
  lang: Lang,
  isGiven: IsGiven,
): Promise<number> {
  const progress = new ProgressLine()
  try {
    const convert = flags.recipe === undefined ? convertSources : convertRecipe
    const converted = await convert(names, flags, { lang, progress, isGiven })
    progress.done()
    return await give(converted, flags, lang)
  } finally {
    progress.done()
  }
}

interface Call {
  lang: Lang
  progress: ProgressLine
  isGiven: IsGiven
}

/** What became of a call, or why there is nothing to give. */
interface Converted {
  to: ConvertOptions['to']
  /** The text, or its UTF-8. */
  text?: string | Uint8Array
  report: Report
  error?: ConvertError
  /** Controller of the client that loads the text. `isDrawn`: we drew the secret, so it has to be shown. */
  controller?: { address: string; secret: string; isDrawn: boolean }
}

async function give(
  { to, text, report, error, controller }: Converted,
  flags: ConvertFlags,
  lang: Lang,
): Promise<number> {
  const context: MessageContext = { client: to, unsupported: outputFacts(to).defaultExcludes }
  if (flags.report !== undefined) await writeResult(flags.report, reportJson(report, lang, context))
  if (text !== undefined) {
    if (flags.output === undefined || flags.output === '-') await print(text)
    else await writeResult(flags.output, text)
  }
  notify(report, error, { ...flags, to }, lang, context)
  if (error === undefined && controller) {
    const { address, secret, isDrawn } = controller
    say(
      isDrawn ? cliText('controller', lang, { address, secret }) : cliText('controller-own-secret', lang, { address }),
    )
  }
  return error === undefined ? 0 : 1
}

async function convertSources(
  names: readonly string[],
  flags: ConvertFlags,
  { lang, progress }: Call,
): Promise<Converted> {
  const { issues, routeLine, ...said } = await readFlags(flags, lang)
  const options = optionsOf(said, flags, lang)
  progress.waiting(cliText('reading', lang))
  const read = await readSources(names, flags.userAgent)
  progress.waiting(cliText('fetching-lists', lang))
  const lists = await readLists(options, flags, flags.userAgent ?? CLIENT_AGENTS[0])
  progress.working(cliText('converting', lang), read.bytes > SLOW_BYTES)
  const { text, report, error } = convertRead(read, { ...options, rules: { ...options.rules, lists: lists.texts } })
  const placed = withListReasons(report.issues, lists).map((issue) => placedInRoute(issue, flags.route, routeLine))
  report.issues = [...placed, ...read.notes, ...issues]
  const controller = controllerOf(options, flags)
  return { to: options.to, text, report, error, controller }
}

/** Sources and settings of a recipe; flags win, and what is named besides is added. */
async function convertRecipe(
  names: readonly string[],
  flags: ConvertFlags,
  { lang, progress, isGiven }: Call,
): Promise<Converted> {
  // Loaded where there is a recipe: its schema is a third of what is read.
  const { applied, listsFor, openRecipe, readRecipeSources, withFlags, withSecret } = await import('../recipe-call.ts')
  const { recipe: saved, unknown } = await openRecipe(flags.recipe!, lang)
  const { issues, routeLine, ...said } = await readFlags({ ...flags, to: flags.to ?? saved.output }, lang)
  const wanted = await withFlags(saved, flags, said, lang, isGiven)
  const userAgent = flags.userAgent ?? CLIENT_AGENTS[0]
  progress.waiting(cliText('reading', lang))
  const read = await readRecipeSources(wanted, names, flags.userAgent)
  const recipe = withSecret(read.recipe, randomBytes(SECRET_BYTES).toString('hex'))
  progress.waiting(cliText('fetching-lists', lang))
  const listMirror = recipe.common.listMirror ?? mirrors().join(',')
  const given = new Set(recipe.common.ruleSets.flatMap(({ url }) => url ?? []))
  const lists = await listsAt(listsFor(recipe, lang), flags, { userAgent, mirrors: readMirrors(listMirror), given })
  progress.working(cliText('converting', lang), read.bytes > SLOW_BYTES)
  const { text, report, error, controller } = applied(recipe, {
    texts: read.texts, lists: lists.texts, listMirror, lang, route: said.route, remoteLists: flags.remoteLists,
    head: { date: new Date().toISOString().slice(0, DAY_LENGTH) },
  }) // oxfmt-ignore
  const failed = withFailed(report, read.failed)
  const placed = withListReasons(failed.issues, lists).map((issue) => placedInRoute(issue, flags.route, routeLine))
  const isDrawn = recipe.common.secret === undefined && recipe !== read.recipe
  return {
    to: recipe.output,
    text,
    report: { ...failed, issues: [...unknown, ...placed, ...read.notes, ...issues] },
    error,
    controller: controller && { ...controller, isDrawn },
  }
}

/** `2026-11-23` of a time as ISO writes it. */
const DAY_LENGTH = 10

interface ReadFlags extends SaidByFlags {
  issues: Issue[]
  /** Lines of the file of `--route` by path. */
  routeLine?: (path: string) => number | undefined
}

/** What is wrong with the file of `--route`, with its place there. */
function placedInRoute(issue: Issue, file: string | undefined, lineOf: ReadFlags['routeLine']): Issue {
  if (issue.source !== undefined || lineOf === undefined || !issue.field?.startsWith('route.')) return issue
  return { ...issue, source: file, line: lineOf(issue.field.slice('route.'.length)) }
}

async function readFlags(flags: ConvertFlags, lang: Lang): Promise<ReadFlags> {
  if (flags.to === undefined) throw new WrongCall('option-missing', { name: '--to' })
  const client = readOutput('--to', flags.to)
  const excludes = readTypes('--exclude', flags.exclude ?? [])
  const { ruleProvider, route: routeFile, mapping: mappingFile, rules } = flags
  const { template, issues } = await chooseTemplate(flags.template, lang)
  const sets =
    ruleProvider === undefined
      ? undefined
      : await fromFile('--rule-provider', ruleProvider, (text) =>
          readRuleProviders(readData(text), {
            client: isClientId(client) ? client : CLIENT_FACTS[0].id,
            source: ruleProvider,
            writesPaths: !flags.list && findClientFacts(client)?.fetchesLists({ premium: flags.clashPremium }) === true,
          }),
        )
  const includes = readTypes('--include', flags.include ?? [])
  const mapping = mappingFile === undefined ? undefined : await fromFile('--mapping', mappingFile, readMapping)
  const providers = readProviders(flags.provider ?? [])
  const settings: Partial<ConvertSettings> = {
    ...settingsOfFlags(flags),
    ...(mapping && { mapping: mapping.nodes ?? [], rest: mapping.rest ?? '', groupNames: mapping.groups ?? {} }),
    ...(providers.length > 0 && { useProvider: true, providers }),
    ...(rules !== undefined && { rules: await readOptionFile(rules) }),
    ...(sets && { ruleSets: sets.entries }),
  }
  const singboxVersion = readSingboxVersion(flags.singBoxVersion)
  let routeLine: ReadFlags['routeLine']
  const route =
    routeFile === undefined
      ? undefined
      : await fromFile('--route', routeFile, (text) => {
          const value = readRoute(text)
          routeLine = jsonLines(text)
          return value
        })
  const versions = { singboxVersion, xrayVersion: readXrayVersion(flags.xrayVersion) }
  return {
    client, template, settings, versions, excludes, includes, route, routeLine, issues: [...issues, ...(sets?.issues ?? [])],
  } // oxfmt-ignore
}

/** What flags say, without a recipe. */
function optionsOf(said: SaidByFlags, { remoteLists }: ConvertFlags, lang: Lang): ConvertOptions {
  const { client, template, settings, versions, route } = said
  const { read, rules, singbox, ...options } = engineOptions(
    {
      ...DEFAULT_COMMON,
      ...DEFAULT_OUTPUT_SETTINGS,
      ...settings,
      ...versions,
      output: client,
      excludes: [...outputFacts(client).defaultExcludes, ...said.excludes],
      drawnSecret: randomBytes(SECRET_BYTES).toString('hex'),
    },
    template,
    lang,
  )
  return {
    ...options,
    read: { ...read, includes: said.includes },
    rules: { ...rules, mirrors: mirrors() },
    singbox: { ...singbox, route, remoteLists },
  }
}

/** Where lists are fetched from when their own address does not answer. Configs name the first. */
function mirrors(): string[] {
  const given = readMirrors(process.env['LIST_MIRROR'] ?? '')
  if (given.every((mirror) => isWebAddress(mirror))) return given
  throw new WrongCall('bad-mirror')
}

const SECRET_BYTES = 16

function readRoute(text: string): JsonObject {
  const value = readJson(text)
  if (isRecord(value)) return value
  throw new ConvertError('bad-option', { option: '--route', reason: value === undefined ? 'json' : 'not-an-object' })
}

async function readLists(options: ConvertOptions, flags: ConvertFlags, userAgent: string): Promise<RuleListTexts> {
  const { to: client, template, rules = {}, output } = options
  const isConfig = !output?.list && isClientId(client) && typeof template === 'object'
  const addresses = isConfig ? planLists(template, client, options) : []
  const given = new Set(rules.providers?.flatMap(({ url }) => url ?? []))
  return listsAt(addresses, flags, { userAgent, mirrors: rules.mirrors ?? [], given })
}

async function listsAt(
  addresses: readonly string[],
  flags: ConvertFlags,
  web: { userAgent: string; mirrors: readonly string[]; given: ReadonlySet<string> },
): Promise<RuleListTexts> {
  const folder = flags.lists === undefined ? undefined : await requireFolder(flags.lists)
  if (addresses.length === 0) return { texts: new Map(), failed: new Map() }
  if (folder !== undefined) return listsFromFolder(folder, addresses)
  return listsFromWeb(addresses, { ...web, cache: listCache(listCacheFolder(process.env, process.platform)) })
}

/** Converts what could be read; a source that could not is one skipped entry. */
function convertRead(
  { sources, failed }: ReadSources,
  options: ConvertOptions,
): Pick<Converted, 'text' | 'report' | 'error'> {
  try {
    const { bytes, report } = convertToBytes(sources, options)
    return { text: bytes, report: withFailed(report, failed) }
  } catch (error) {
    if (!(error instanceof ConvertError) || error.report === undefined) throw error
    return { report: withFailed(error.report, failed), error }
  }
}

function withFailed(report: Report, failed: readonly Issue[]): Report {
  return {
    ...report,
    entries: report.entries + failed.length,
    skipped: report.skipped + failed.length,
    issues: [...failed, ...report.issues],
  }
}

function notify(
  report: Report,
  error: ConvertError | undefined,
  { to, ...flags }: Omit<ConvertFlags, 'to'> & Pick<Converted, 'to'>,
  lang: Lang,
  context: MessageContext,
): void {
  if (error !== undefined) say(paint('red', errorMessage(error.code, lang, error.args)))
  const first = firstLine(report, lang, context)
  if (first !== undefined) say(paint(['bold', 'yellow'], first))
  say(paint('bold', summaryLine(report, lang)))
  for (const line of subscriptionLines(report, lang)) say(`  ${line}`)
  for (const line of issueLines(report, lang, context)) say(line)
  for (const hint of listHints(report.issues, { to, lists: flags.lists, remoteLists: flags.remoteLists }))
    say(cliText(hint, lang))
  if (error === undefined && flags.output !== undefined && flags.output !== '-') {
    say(cliText('written', lang, { file: flags.output }))
  }
}

/** Address and secret of the controller. A person who gave no secret has to be shown ours. */
function controllerOf(options: ConvertOptions, { secret, list }: ConvertFlags): Converted['controller'] {
  const { to: client, template, output: { settings = {} } = {} } = options
  if (list || typeof template !== 'object' || !settings.secret || !writesOwnSettings(template, client)) return undefined
  return { address: controllerAddress(settings), secret: settings.secret, isDrawn: secret === undefined }
}
