import {
  builtinTemplate,
  ConvertError,
  isIniTemplate,
  readIniTemplate,
  readOwnConfig,
  type Template,
} from '@switchyard/convert'
import { errorMessage, wordIssue, type Lang } from '@switchyard/locale'
import { jsonIssue, yamlIssue } from '../settings/text-issue.ts'
import type { ConvertSettings } from '../model/convert-settings.ts'
import type { TemplateReport } from '../model/build-result.ts'

const NOTES_MAX = 20

/** What a template holds; one that cannot be used says why, with the line where there is one. */
export function checkTemplate(wanted: ConvertSettings['template'], lang: Lang, groupLang = lang): TemplateReport {
  if (typeof wanted === 'string') return reportOf(builtinTemplate(wanted, groupLang), 'builtin')
  const { name, text } = wanted
  try {
    if (!isIniTemplate(text)) {
      const template = readOwnConfig(text, name)
      return reportOf(template, template.baseKind ?? 'clash-yaml')
    }
    const { template, issues } = readIniTemplate(text, name)
    const notes = issues
      .filter(({ line }) => line !== undefined)
      .slice(0, NOTES_MAX)
      .map((issue) => ({ line: issue.line!, message: wordIssue(issue, lang) }))
    return { ...reportOf(template, 'ini'), notes }
  } catch (error) {
    const { reason, line } = error instanceof ConvertError ? error.args : {}
    const message = errorMessage('bad-template', lang, reason === undefined ? {} : { reason })
    return { kind: 'broken', message, ...reasonOf(text, lang, line) }
  }
}

/** Where a text breaks. An ini file without a group breaks where its reader says, else at its first line that should have one. */
function reasonOf(text: string, lang: Lang, line?: string | number): { line: number; message?: string } {
  if (isIniTemplate(text))
    return {
      line:
        Number(line) ||
        text.split('\n').findIndex((line) => /^\s*(?:custom_proxy_group|(?:surge_)?ruleset)/.test(line)) + 1,
    }
  return (/^\s*[{[]/.test(text) ? jsonIssue(text, lang) : yamlIssue(text, lang)) ?? { line: 1 }
}

function reportOf({ groups, rules }: Template, kind: 'builtin' | 'ini' | NonNullable<Template['baseKind']>) {
  return {
    kind,
    groups: groups.map(({ name, type }) => ({ name, type })),
    rules: rules.length,
    ruleSets: [...new Set(rules.flatMap((rule) => (rule.kind === 'list' ? [rule.list.name] : [])))],
    notes: [],
  }
}
