import {
  builtinTemplate,
  type ClientSettings,
  controllerAddress,
  ConvertError,
  type ConvertOptions,
  isClientId,
  isIniTemplate,
  type Issue,
  planLists,
  readIniTemplate,
  readJson,
  readOwnConfig,
  type Template,
  withServices,
  writesOwnSettings,
} from '@switchyard/convert'
import { isRecord, type JsonObject } from '@switchyard/convert/record'
import type { Lang } from '@switchyard/locale'
import type { ConvertSettings } from '../model/convert-settings.ts'

/** The settings of the page as the engine takes them. Throws ConvertError where one cannot be read. */
export function engineOptions(settings: ConvertSettings, template: Template, lang: Lang): ConvertOptions {
  const route = settings.route === undefined ? undefined : readRoute(settings.route)
  const { useProvider, mapping, rest, groupNames, groupLang = lang } = settings
  return {
    to: settings.output,
    template,
    lang: groupLang,
    read: {
      excludes: settings.excludes,
      nameInclude: settings.nameInclude,
      nameExclude: settings.nameExclude,
      keepDuplicates: settings.keepDuplicates,
    },
    names: { prefix: settings.prefix, flag: settings.flag },
    groups: {
      mapping: { nodes: mapping, rest: rest || undefined, groups: groupNames },
      edits: settings.groupEdits,
      order: settings.groupOrder,
      providers: useProvider ? settings.providers : [],
    },
    rules: { lines: settings.rules, providers: settings.ruleSets, final: settings.final },
    output: { list: settings.list, settings: clientSettings(settings, template) },
    singbox: { version: settings.singboxVersion, ...(route ? { route } : {}) },
    clash: { premium: settings.clashPremium },
    xray: { version: settings.xrayVersion },
  }
}

/** A `route` object as it was typed; undefined where it is none. */
export function readRoute(text: string): JsonObject | undefined {
  const value = readJson(text)
  return isRecord(value) ? value : undefined
}

/** What is set about the client itself. */
function clientSettings({ drawnSecret, tun, ...settings }: ConvertSettings, template: Template): ClientSettings {
  // A config of the user's own keeps its own controller; as sing-box, a Mihomo file gets one of ours.
  const secret = settings.secret ?? (writesOwnSettings(template, settings.output) ? drawnSecret : undefined)
  return { ...settings, secret, ...(tun ? { tun } : {}) }
}

/** The template that the settings name, and what reading it found. */
export function templateOf(
  { template: wanted, services, groupLang }: Pick<ConvertSettings, 'template' | 'services' | 'groupLang'>,
  pageLang: Lang,
  maxAliases?: number,
): { template: Template; issues: Issue[] } {
  const lang = groupLang ?? pageLang
  if (typeof wanted === 'string') return { template: builtinTemplate(wanted, lang, services), issues: [] }
  const { text, name } = wanted
  const routed = (template: Template) => withServices(template, services ?? [], lang)
  if (!isIniTemplate(text)) return { template: routed(readOwnConfig(text, name, { maxAliases })), issues: [] }
  const { template, issues } = readIniTemplate(text, name)
  const placed = (issue: Issue): Issue => ({ ...issue, source: name })
  return { template: routed(template), issues: issues.map(placed) }
}

/** Addresses of the rule lists whose texts a result needs; none where the template cannot be read. */
export function listsOf(settings: ConvertSettings, lang: Lang, expand = false): string[] {
  const { output } = settings
  if (settings.list || !isClientId(output)) return []
  try {
    return planLists(templateOf(settings, lang).template, output, {
      rules: { lines: settings.rules, providers: settings.ruleSets, expand },
      clash: { premium: settings.clashPremium },
    })
  } catch (error) {
    if (error instanceof ConvertError) return []
    throw error
  }
}

/** How the client is steered: where it listens and with which secret; undefined where the config is not ours. */
export function controllerOf(settings: ConvertSettings, template: Template): Controller | undefined {
  const { output } = settings
  if (settings.list || !writesOwnSettings(template, output)) return undefined
  const given = clientSettings(settings, template)
  return given.secret ? { address: controllerAddress(given), secret: given.secret } : undefined
}

export interface Controller {
  address: string
  secret: string
}
