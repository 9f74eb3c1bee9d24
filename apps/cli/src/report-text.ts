import type { Issue, IssueCode, Report, Severity, SubscriptionInfo } from '@switchyard/convert'
import {
  cliText,
  fieldName,
  wordIssue,
  type Lang,
  type MessageContext,
  severityName,
  showable,
} from '@switchyard/locale'
import { paint } from './terminal.ts'

const SHOWN_MAX: Readonly<Record<Severity, number>> = { error: 10, warning: 5, note: 3 }
const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note']
const MARKS = { error: '✗', warning: '!', note: '·' } as const
const STYLES = { error: 'red', warning: 'yellow', note: 'dim' } as const

/** The sentence that stands before all others: rule lists are missing, so the config routes less than it should. */
export function firstLine({ issues }: Report, lang: Lang, context: MessageContext): string | undefined {
  const issue = issues.find(isFirst)
  return issue && wordIssue(issue, lang, context)
}

function isFirst({ code }: Issue): boolean {
  return code === 'routes-less'
}

/** Every issue: first what is not in the result, then what is; long lists end with how many more there are. */
export function issueLines(report: Report, lang: Lang, context: MessageContext): string[] {
  const isOneSource = new Set(report.issues.flatMap((issue) => issue.source ?? [])).size <= 1
  const words = { lang, context, isOneSource }
  const [leftOut, kept] = [true, false].map((isOut) =>
    sectionLines(
      report.issues.filter((issue) => !isFirst(issue) && isLeftOut(issue) === isOut),
      words,
    ),
  )
  const lines: string[] = []
  if (leftOut!.length > 0) lines.push(cliText('left-out', lang), ...leftOut!)
  if (kept!.length > 0) lines.push(cliText('kept', lang), ...kept!)
  if (isCapped(report.issues)) lines.push(paint('dim', cliText('full-list', lang)))
  return lines
}

function isCapped(issues: readonly Issue[]): boolean {
  const groups = Map.groupBy(issues, (issue) => `${issue.code} ${isLeftOut(issue)}`)
  return [...groups.values()].some((group) => group.length > SHOWN_MAX[group[0]!.severity])
}

interface Words {
  lang: Lang
  context: MessageContext
  isOneSource: boolean
}

/** What could not be read says nothing of a node that stayed. */
function isLeftOut({ kept, severity }: Issue): boolean {
  return kept === false || (kept === undefined && severity !== 'note')
}

/** Grouped by code, worst first. */
function sectionLines(issues: readonly Issue[], words: Words): string[] {
  const groups = [...Map.groupBy(issues, (issue) => issue.code)]
  return SEVERITIES.flatMap((severity) => groups.filter(([, [first]]) => first!.severity === severity)).flatMap(
    ([code, group]) => groupLines(code, group, words),
  )
}

function groupLines(code: IssueCode, issues: readonly Issue[], words: Words): string[] {
  const { lang } = words
  const { severity } = issues[0]!
  const count = issues.length > 1 ? ` (${issues.length})` : ''
  const head = `  ${paint(STYLES[severity], `${MARKS[severity]} ${severityName(severity, lang)}`)} ${paint('dim', code + count)}`
  const shown = issues.slice(0, SHOWN_MAX[severity]).map((issue) => `    ${issueLine(issue, words)}`)
  const more = issues.length - shown.length
  return more === 0 ? [head, ...shown] : [head, ...shown, paint('dim', `    ${cliText('more', lang, { n: more })}`)]
}

function issueLine(issue: Issue, { lang, context, isOneSource }: Words): string {
  const message = wordIssue(issue, lang, context)
  const source = isOneSource || issue.source === undefined ? '' : `${showable(issue.source)}:`
  // A rule's message names its line already.
  if (issue.code.startsWith('rule-') && issue.line !== undefined && issue.args?.['raw'])
    return source === '' ? message : `${source} ${message}`
  const place = placeOf(issue, source, lang)
  const name = issue.node === undefined ? '' : showable(issue.node)
  const field = issue.field === undefined ? '' : fieldName(issue.field, lang)
  const isNamed = field === '' || message.includes(field) || NAMED_BY_MESSAGE.has(issue.code)
  return [place, name, isNamed ? '' : field, message].filter((part) => part !== '').join(' · ')
}

/** Codes whose words are about one field only, or whose field is a reason. */
const NAMED_BY_MESSAGE: ReadonlySet<IssueCode> = new Set([
  'bad-base64',
  'bad-port',
  'certificate-unchecked',
  'cipher-unsupported',
  'fetch-failed',
  'list-missing',
  'name-changed',
  'type-unsupported',
])

function placeOf({ line, inner }: Issue, source: string, lang: Lang): string {
  if (line === undefined) return source.replace(/:$/, '')
  const words = inner === undefined ? cliText('place', lang, { line }) : cliText('place-inner', lang, { line, inner })
  return source === '' ? words : `${source} ${words}`
}

/** `1.2 GiB of 100 GiB used, until 2026-12-01`. */
export function subscriptionLines(report: Report, lang: Lang): string[] {
  const reported = report.subscription === null ? [] : [report.subscription].flat()
  return reported.map((info) => subscriptionLine(info, lang)).filter((line) => line !== '')
}

function subscriptionLine({ upload, download, total, expire }: SubscriptionInfo, lang: Lang): string {
  const hasUsed = upload !== undefined || download !== undefined
  const used = hasUsed ? bytes((upload ?? 0) + (download ?? 0)) : undefined
  const date = expire ? new Date(expire * 1000).toISOString().slice(0, 10) : undefined
  const parts = [
    total ? cliText('traffic', lang, { used: used ?? '0 B', total: bytes(total) }) : '',
    date === undefined ? '' : cliText('expires', lang, { date }),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB']

function bytes(count: number): string {
  let value = count
  let unit = 0
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024
    unit++
  }
  return `${unit === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${UNITS[unit]}`
}
