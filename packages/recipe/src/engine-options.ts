import {
  builtinTemplate,
  type ClientSettings,
  type ConvertOptions,
  isIniTemplate,
  type Issue,
  readIniTemplate,
  readMapping,
  readOwnConfig,
  type Template,
} from '@switchyard/convert'
import type { Lang } from '@switchyard/locale'
import type { ConvertSettings } from './model/conversion-types.ts'

/** The settings of the page as the engine takes them. Throws ConvertError where one cannot be read. */
export function engineOptions(settings: ConvertSettings, template: Template, lang: Lang): ConvertOptions {
  const { useProvider, mapping, rest, groupNames, groupLang = lang } = settings
  return {
    platform: settings.target,
    singboxVersion: settings.singboxVersion,
    list: settings.list,
    template,
    lang: groupLang,
    mapping: readMapping(JSON.stringify({ nodes: mapping, rest: rest || undefined, groups: groupNames })),
    ...(settings.excludes ? { excludes: settings.excludes } : {}),
    nameInclude: settings.nameInclude,
    nameExclude: settings.nameExclude,
    prefix: settings.prefix,
    flag: settings.flag,
    additionRules: settings.rules,
    ...(settings.final === undefined ? {} : { final: settings.final }),
    ruleProviders: settings.ruleSets,
    useProvider,
    proxyProviders: useProvider ? settings.providers : [],
    clashPremium: settings.clashPremium,
    keepDuplicates: settings.keepDuplicates,
    groupEdits: settings.groupEdits,
    ...(settings.groupOrder ? { groupOrder: settings.groupOrder } : {}),
    settings: clientSettings(settings, template),
  }
}

function clientSettings(settings: ConvertSettings, { base, baseKind }: Template): ClientSettings {
  const { target, mixedPort, controllerPort, allowLan, tun, drawnSecret, logLevel, urlTestInterval, tolerance } =
    settings
  // A config of the user's own keeps its own controller; as sing-box, a Mihomo file gets one of ours.
  const isOurs = base === undefined || (target === 'singbox' && baseKind === 'mihomo')
  const secret = settings.secret ?? (isOurs ? drawnSecret : undefined)
  return {
    mixedPort,
    controllerPort,
    allowLan,
    secret,
    ...(tun ? { tun } : {}),
    logLevel,
    tolerance,
    // The page has its field for sing-box alone.
    urlTestInterval: target === 'singbox' ? urlTestInterval : undefined,
  }
}

/** The template that the settings name, and what reading it found. */
export function templateOf(
  { template: wanted, groupLang }: Pick<ConvertSettings, 'template' | 'groupLang'>,
  lang: Lang,
): { template: Template; issues: Issue[] } {
  if (typeof wanted === 'string') return { template: builtinTemplate(wanted, groupLang ?? lang), issues: [] }
  const { text, name } = wanted
  if (!isIniTemplate(text)) return { template: readOwnConfig(text, name), issues: [] }
  const { template, issues } = readIniTemplate(text, name)
  const placed = (issue: Issue): Issue => ({ ...issue, source: name })
  return { template, issues: issues.map(placed) }
}
