import { CLIENT_FACTS, freeProviderName, isClientId, OUTPUT_FACTS, type OutputId } from '@switchyard/convert/facts'
import { stat } from 'node:fs/promises'
import {
  BUILTIN_NAMES,
  type BuiltinName,
  builtinTemplate,
  ConvertError,
  findTypeByName,
  type Issue,
  isIniTemplate,
  type ClientId,
  PROTOCOLS,
  type ProxyProvider,
  readIniTemplate,
  readOwnConfig,
  isSingboxVersion,
  isXrayVersion,
  SINGBOX_VERSIONS,
  type SingboxVersion,
  type Template,
  XRAY_VERSIONS,
  type XrayVersion,
} from '@switchyard/convert'
import type { Lang } from '@switchyard/locale'
import { isWebAddress } from './fetch-text.ts'
import { readOptionFile } from './read-sources.ts'
import { WrongCall } from './wrong-call.ts'

/** Every spelling of what can be written. */
const OUTPUTS: Readonly<Record<string, OutputId>> = Object.fromEntries(
  OUTPUT_FACTS.flatMap(({ id, spellings }) => spellings.map((spelling) => [spelling, id])),
)

/** Forms that stand alone, one node each: a list of links in base64 has none. */
/** What a node is shown as. */
export type Form = 'model' | OutputId

const FORMS: Readonly<Record<string, Form>> = Object.fromEntries(
  OUTPUT_FACTS.filter(({ id }) => id !== 'base64')
    .flatMap(({ id, spellings }) => spellings.map((spelling): [string, Form] => [spelling, id]))
    .concat([['model', 'model']]),
)

/** `--to`, `--as`: both spellings of sing-box are taken. */
export function readOutput(option: string, value: string): OutputId {
  return choice(option, value, OUTPUTS, said(OUTPUT_FACTS))
}

/** `--as`. */
export function readForm(option: string, value: string): Form {
  return choice(option, value, FORMS, `${said(OUTPUT_FACTS.filter(({ id }) => id !== 'base64'))}, model`)
}

/** `--for`. */
export function readClient(option: string, value: string): ClientId {
  const client = own(OUTPUTS, value)
  if (client !== undefined && isClientId(client)) return client
  throw new WrongCall('bad-choice', { option, value, choices: said(CLIENT_FACTS) })
}

/** The names that we write. */
function said(facts: readonly { spellings: readonly string[] }[]): string {
  return facts.map(({ spellings }) => spellings[0]).join(', ')
}

/** `--sing-box-version`. */
export function readSingboxVersion(value: string): SingboxVersion {
  if (isSingboxVersion(value)) return value
  throw new WrongCall('bad-choice', { option: '--sing-box-version', value, choices: SINGBOX_VERSIONS.join(', ') })
}

/** `--xray-version`. */
export function readXrayVersion(value: string): XrayVersion {
  if (isXrayVersion(value)) return value
  throw new WrongCall('bad-choice', { option: '--xray-version', value, choices: XRAY_VERSIONS.join(', ') })
}

function choice<T>(option: string, value: string, choices: Readonly<Record<string, T>>, said: string): T {
  const found = own(choices, value)
  if (found === undefined) throw new WrongCall('bad-choice', { option, value, choices: said })
  return found
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

/** `--exclude TYPE,…` and `--include TYPE,…`; `info` stands for information entries. */
export function readTypes(option: string, values: readonly string[]): string[] {
  const names = values.flatMap((value) => value.split(',')).map((name) => name.trim().toLowerCase())
  return names
    .filter((name) => name !== '')
    .map((name) => {
      const type = name === 'info' ? name : findTypeByName(name)
      if (type !== undefined) return type
      const choices = [...PROTOCOLS.map((protocol) => protocol.type), 'info'].join(', ')
      throw new WrongCall('bad-choice', { option, value: name, choices })
    })
}

/** Those of `--provider [NAME=]URL[#PASSWORD]`. One without a name is called as on the page. */
export function readProviders(values: readonly string[]): ProxyProvider[] {
  const providers = values.map(readProvider)
  const taken = new Set(providers.map(({ name }) => name))
  for (const provider of providers) {
    if (provider.name !== '') continue
    provider.name = freeProviderName(taken)
    taken.add(provider.name)
  }
  return providers
}

/** The name is empty where there is none. What is wrong is said without the value: it may hold a password. */
function readProvider(value: string): ProxyProvider {
  const isNamed = !isWebAddress(value.trim())
  const equals = isNamed ? value.indexOf('=') : -1
  const name = value.slice(0, Math.max(equals, 0)).trim()
  const hash = value.indexOf('#', equals + 1)
  const url = value.slice(equals + 1, hash < 0 ? undefined : hash).trim()
  if ((isNamed && name === '') || !isWebAddress(url) || URL.parse(url) === null) throw new WrongCall('bad-provider')
  const password = hash < 0 ? '' : value.slice(hash + 1)
  return password === '' ? { name, url } : { name, url, password }
}

export interface TemplateWithIssues {
  template: Template
  issues: Issue[]
}

/** `--template NAME|FILE`. */
export async function chooseTemplate(value: string, lang: Lang): Promise<TemplateWithIssues> {
  if (isBuiltin(value)) return { template: builtinTemplate(value, lang), issues: [] }
  const text = await readOptionFile(value).catch((error: unknown) => {
    if (!(error instanceof WrongCall) || error.key !== 'file-missing') throw error
    throw new WrongCall('template-missing', { file: value, choices: BUILTIN_NAMES.join(', ') })
  })
  if (!isIniTemplate(text)) return { template: readOwnConfig(text, value), issues: [] }
  const { template, issues } = readIniTemplate(text, value)
  for (const issue of issues) issue.source = value
  return { template, issues }
}

function isBuiltin(value: string): value is BuiltinName {
  return BUILTIN_NAMES.some((name) => name === value)
}

/** Reads the file of an option. An error names the option. */
export async function fromFile<T>(option: string, file: string, read: (text: string) => T): Promise<T> {
  const text = await readOptionFile(file)
  try {
    return read(text)
  } catch (error) {
    if (!(error instanceof ConvertError)) throw error
    const place = String(error.args['option'] ?? '')
    const where = place.includes('.') ? ` (${place})` : ''
    throw new ConvertError('bad-option', { ...error.args, option: `${option} ${file}${where}` }, undefined, {
      cause: error,
    })
  }
}

/** `--lists DIR` has to be a folder. */
export async function requireFolder(folder: string): Promise<string> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) throw new WrongCall('no-folder', { file: folder })
  return folder
}
