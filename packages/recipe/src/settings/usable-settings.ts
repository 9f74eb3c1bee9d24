import {
  type GroupEdit,
  dotnetRegexIssue,
  findTypeByName,
  namePattern,
  providerPath,
  providerUrlIssue,
  readRuleProviders,
  regexArgs,
  type RegexIssue,
  type TemplateMember,
  userRegex,
  wrongRuleLines,
  type MappingRow,
  type ProxyProvider,
} from '@switchyard/convert'
import { findClientFacts, isClientId } from '@switchyard/convert/facts'
import { wordIssue, reasonMessage, type Lang } from '@switchyard/locale'
import { DEFAULT_CLIENT } from '../model/recipe.ts'
import { jsonIssue } from './text-issue.ts'
import { readRoute } from './engine-options.ts'
import type { ConvertSettings, RuleSetRow } from '../model/convert-settings.ts'

export interface UsableSettings {
  /** The settings less what cannot be used: a row that is being typed must not cost the result. */
  settings: ConvertSettings
  /** What is wrong, by the path of its field: `mapping.0.name`. */
  errors: Record<string, string>
  /** Where the client keeps the list of a rule set, by index. */
  files: Record<number, string>
}

/** Checks every row that was typed. A wrong one is left out, with an error at its field; the rest applies. */
export function usableSettings(settings: ConvertSettings, lang: Lang): UsableSettings {
  const errors: Record<string, string> = {}
  const files: Record<number, string> = {}
  const report: Notify = (path, reason, args = {}, code = 'rule-value') => {
    errors[path] = reasonMessage(code, { ...args, reason }, lang) ?? reason
  }
  for (const key of ['nameInclude', 'nameExclude'] as const) {
    const issue = namePattern(settings[key])?.issue
    if (issue) report(key, issue.reason, regexArgs(issue))
  }
  const routeIssue = settings.route?.trim() ? issueOfRoute(settings.route, lang) : undefined
  if (routeIssue) errors['route'] = routeIssue
  const { probeUrl, ...others } = settings
  const probeIssue = probeUrl ? providerUrlIssue(probeUrl) : undefined
  if (probeIssue) report('probeUrl', probeIssue, {}, 'provider-invalid')
  const usable: ConvertSettings = {
    ...others,
    ...(probeUrl && !probeIssue ? { probeUrl } : {}),
    mapping: settings.mapping.filter((row, index) => isUsableRow(row, `mapping.${index}`, report)),
    groupNames: withoutCircles(settings.groupNames, report),
    groupEdits: Object.fromEntries(
      Object.entries(settings.groupEdits).map(([name, edit]) => [name, usableEdit(edit, name, settings, report)]),
    ),
    ruleSets: usableRuleSets(settings, report, { errors, files, lang }),
    providers: settings.providers.filter((provider, index) => isUsableProvider(provider, `providers.${index}`, report)),
  }
  return { settings: usable, errors, files }
}

/** Why a `route` cannot be read, with the line. What sing-box would refuse in it is known with the whole config. */
function issueOfRoute(text: string, lang: Lang): string | undefined {
  const issue = jsonIssue(text, lang)
  if (issue)
    return wordIssue({ code: 'bad-json', severity: 'error', line: issue.line, args: { msg: issue.message } }, lang)
  return readRoute(text) ? undefined : reasonMessage('rule-value', { reason: 'not-an-object', field: 'route' }, lang)
}

type Notify = (
  path: string,
  reason: string,
  args?: Record<string, string | number | undefined>,
  code?: 'rule-value' | 'provider-invalid',
) => void

function isUsableRow({ name, type, region, group }: MappingRow, path: string, report: Notify): boolean {
  let isGood = true
  const refuse = (field: string, value: string) => {
    report(`${path}.${field}`, 'field-value', { field, value })
    isGood = false
  }
  // A file may hold what no list of choices offers.
  if (type && findTypeByName(type) === undefined) refuse('type', type)
  if (region && !/^[a-z]{2}$/i.test(region)) refuse('region', region)
  if (name) {
    const { issue } = userRegex(name)
    if (issue) {
      report(`${path}.name`, issue.reason, regexArgs(issue))
      isGood = false
    }
  }
  // A row without a group is still being made.
  return isGood && Boolean(group?.trim())
}

function withoutCircles(names: ConvertSettings['groupNames'], report: Notify): Record<string, string> {
  const usable = new Map<string, string>()
  for (const [from, to] of Object.entries(names)) {
    let end = to
    while (usable.has(end)) end = usable.get(end)!
    if (end === from) report(`groupNames.${from}`, 'mapping-circle', { value: from })
    else usable.set(from, to)
  }
  return Object.fromEntries(usable)
}

function usableEdit(edit: GroupEdit, name: string, { output }: ConvertSettings, report: Notify): GroupEdit {
  const { filter, url, members, ...usable }: GroupEdit = edit
  const issue = filter ? filterIssue(filter, output) : undefined
  if (issue) report(`groupEdits.${name}.filter`, issue.reason, regexArgs(issue))
  const urlIssue = url ? providerUrlIssue(url) : undefined
  if (urlIssue) report(`groupEdits.${name}.url`, urlIssue, {}, 'provider-invalid')
  return {
    ...usable,
    ...(filter !== undefined && !issue ? { filter } : {}),
    ...(url !== undefined && !urlIssue ? { url } : {}),
    ...(members === undefined
      ? {}
      : {
          members: members.filter((one, at) => isUsableMember(one, `groupEdits.${name}.members.${at}`, output, report)),
        }),
  }
}

/** A filter without a text and a node without a name are still being made. */
function isUsableMember(
  member: TemplateMember,
  path: string,
  target: ConvertSettings['output'],
  report: Notify,
): boolean {
  if (member.kind === 'nodes') return member.names.some((name) => name !== '')
  if (member.kind !== 'pattern') return true
  const issue = filterIssue(member.pattern, target)
  if (issue) report(path, issue.reason, regexArgs(issue))
  return member.pattern !== '' && !issue
}

/** Several regexes stand with backticks between them. What only mihomo can run is left to a client that runs it itself. */
function filterIssue(filter: string, target: ConvertSettings['output']): RegexIssue | undefined {
  for (const part of filter.split('`')) {
    const { issue } = userRegex(part)
    if (issue && (dotnetRegexIssue(part) || !findClientFacts(target)?.groups.readsFilters)) return issue
  }
  return undefined
}

function usableRuleSets(
  { ruleSets, output }: ConvertSettings,
  report: Notify,
  { errors, files, lang }: { errors: Record<string, string>; files: Record<number, string>; lang: Lang },
): RuleSetRow[] {
  const client = isClientId(output) ? output : DEFAULT_CLIENT
  const names = new Set<string>()
  return ruleSets.flatMap((row, index) => {
    const path = `ruleSets.${index}`
    // Without a place and without rules it is still being made.
    const isEmpty =
      row.type === 'inline' ? !row.rules?.some((rule) => rule.trim()) : !row.url?.trim() && !row.path?.trim()
    if (isEmpty) return []
    const { name, rules, url, path: listPath, ...fields } = row
    const place = row.type === 'inline' ? { rules } : url?.trim() ? { url } : { path: listPath }
    const given = { ...fields, ...place, providerName: name }
    const { entries, issues } = readRuleProviders([given], { client })
    for (const { code, field = 'name', args } of issues)
      if (code === 'provider-invalid')
        report(`${path}.${field === 'url' && !row.url ? 'path' : field}`, String(args?.['reason']), args, code)
    const wrong = row.type === 'inline' ? wrongLines(row, lang) : ''
    if (wrong) errors[`${path}.rules`] = wrong
    const [entry] = entries
    if (!entry) return []
    if (names.has(entry.name)) {
      report(`${path}.name`, 'name-duplicate', {}, 'provider-invalid')
      return []
    }
    names.add(entry.name)
    if (entry.type === 'http') files[index] = providerPath(entry.name, entry.format)
    return [entry]
  })
}

const WRONG_LINES_SHOWN = 3

/** The first lines that are no rules, one below the other, and how many more there are. */
function wrongLines({ name, behavior, rules = [] }: RuleSetRow, lang: Lang): string {
  const issues = wrongRuleLines({ name, behavior, lines: rules })
  const shown = issues.slice(0, WRONG_LINES_SHOWN).map((issue) => wordIssue(issue, lang))
  const more = issues.slice(WRONG_LINES_SHOWN).reduce((sum, { args }) => sum + Number(args?.['count'] ?? 1), 0)
  if (more > 0) shown.push(wordIssue({ ...issues[0]!, args: { name, count: more } }, lang))
  return shown.join('\n')
}

function isUsableProvider(provider: ProxyProvider, path: string, report: Notify): boolean {
  const { name, url, interval, healthInterval, healthUrl } = provider
  // Without an address it is still being made.
  if (url.trim() === '') return false
  let isGood = true
  const refuse = (field: string, reason: string) => {
    report(`${path}.${field}`, reason, {}, 'provider-invalid')
    isGood = false
  }
  if (name.trim() === '') refuse('name', 'name-empty')
  const issue = providerUrlIssue(url)
  if (issue) refuse('url', issue)
  const probeIssue = healthUrl ? providerUrlIssue(healthUrl) : undefined
  if (probeIssue) refuse('healthUrl', probeIssue)
  if (interval !== undefined && !(interval > 0)) refuse('interval', 'interval')
  if (healthInterval !== undefined && !(healthInterval > 0)) refuse('healthInterval', 'interval')
  return isGood
}
