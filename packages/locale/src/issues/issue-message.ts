import type { ConvertErrorCode, Issue, IssueCode, Severity } from '@switchyard/convert'
import type { Lang } from '@switchyard/convert/languages'
import { type Args, format, showable, type Words } from '../format.ts'
import { wordingIn } from '#issue-words'
import type { Wording } from './wording.ts'

/** The Base64 of the shortest link there is, `ss://a:b@c:1`: anything below it is not Base64 of nodes, but a word or two. */
const SHORTEST_BASE64 = 16

/** What the words may use besides the issue itself. */
export interface MessageContext {
  /** clash, mihomo, singbox, links or base64: named instead of "the client". */
  client?: string
  /** Types that this client does not have, so that they are left out unasked. */
  unsupported?: readonly string[]
  /** The message stands beside the word `excluded` or `left out`. It does not repeat that word. */
  isBesideState?: boolean
}

/** One issue in words: `Missing password`; for a rule line `Line 3: DOMAIN,x → Write TYPE,SITE,GROUP, for example DOMAIN-SUFFIX,netflix.com,Japan`. */
export function wordIssue(issue: Issue, lang: Lang, context: MessageContext = {}): string {
  const words = wordingIn(lang)
  const args = argsOf(issue, lang, context)
  const short = context.isBesideState ? words.issueBesideState[issue.code] : undefined
  const message = asSentence(format(short ?? words.issue[issue.code], args, lang), issue, words)
  const raw = issue.args?.['raw']
  if (!issue.code.startsWith('rule-') || issue.line === undefined || raw === undefined || raw === '') return message
  return ruleLineMessage(issue.line, String(raw), [message], lang)
}

/** What is wrong with a rule, without its line: `Unknown rule type: DOMIAN (did you mean DOMAIN?)`. */
export function ruleMessage(
  issue: Pick<Issue, 'code' | 'args' | 'field'>,
  lang: Lang,
  context: MessageContext = {},
): string {
  return format(wordingIn(lang).issue[issue.code], argsOf(issue, lang, context), lang)
}

/** `Line 3: DOMAIN,x → Write TYPE,SITE,GROUP, for example DOMAIN-SUFFIX,netflix.com,Japan`. */
export function ruleLineMessage(line: number, raw: string, messages: readonly string[], lang: Lang): string {
  const { line: words } = wordingIn(lang)
  return format(words.rule, { line, raw: showable(raw), messages: messages.join(words.separator) }, lang)
}

/** Only why, without what it is about: `url must start with http:// or https://`, `missing closing ): (a`. */
export function reasonMessage(code: IssueCode, args: Args, lang: Lang): string | undefined {
  return reasonOf(code, undefined, args, lang)
}

/** Why there is no result: `No nodes`. */
export function errorMessage(code: ConvertErrorCode, lang: Lang, args: Args = {}): string {
  const words = wordingIn(lang)
  const { option } = args
  const name = typeof option === 'string' && hasKey(words.option, option) ? words.option[option] : option
  const msg = parserWords(args['msg'], words)
  const reason = reasonOf(code, undefined, args, lang)
  return format(words.error[code], { ...args, msg, option: name, reason }, lang)
}

/** A human name of a field; unknown ones are called as they are spelled. */
export function fieldName(field: string, lang: Lang): string {
  const names = wordingIn(lang).field
  return Object.hasOwn(names, field) ? names[field]! : showable(field)
}

/** error, warning, note. */
export function severityName(severity: Severity, lang: Lang): string {
  return wordingIn(lang).severity[severity]
}

function argsOf(issue: Partial<Issue> & Pick<Issue, 'code'>, lang: Lang, context: MessageContext): Args {
  const words = wordingIn(lang)
  const { code, args: given = {} } = issue
  // What is too young is the node itself then.
  const field = code === 'version-too-old' && issue.field === 'type' ? undefined : issue.field
  const client = words.client[context.client ?? 'any'] ?? words.client['any']!
  const isUnsupported = context.unsupported?.includes(String(given['type'])) === true
  return {
    line: issue.line,
    of: issue.of,
    target: isUnsupported ? client : undefined,
    ...given,
    msg: parserWords(given['msg'], words),
    expected: expectedWords(given['expected'], words),
    client,
    field: field === undefined ? given['field'] : Object.hasOwn(words.field, field) ? words.field[field] : field,
    reason: reasonOf(code, field, { field, ...given, client }, lang),
  }
}

/** Human names of fields are lower case inside a sentence; what others spelled stays as it is. */
function asSentence(message: string, { field }: Issue, words: Wording): string {
  const isNamed = field !== undefined && Object.hasOwn(words.field, field) && message.startsWith(words.field[field]!)
  return isNamed ? message[0]!.toUpperCase() + message.slice(1) : message
}

function parserWords(message: string | number | undefined, words: Wording): string | number | undefined {
  return typeof message === 'string' && Object.hasOwn(words.parse, message) ? words.parse[message] : message
}

/** The reason below a code, in words. */
function reasonOf(
  code: IssueCode | ConvertErrorCode,
  field: string | undefined,
  args: Args,
  lang: Lang,
): string | undefined {
  const words = wordingIn(lang)
  const [table, key] = reasonTable(code, field, args, words)
  if (typeof key !== 'string' || !Object.hasOwn(table, key)) return undefined
  const mistake = issueWords(args['mistake'], words)
  const expected = expectedWords(args['expected'], words)
  return format(table[key]!, { ...args, msg: parserWords(args['msg'], words), mistake, expected }, lang)
}

function issueWords(mistake: Args[string], words: Wording): string | undefined {
  return typeof mistake === 'string' && hasKey(words.regex, mistake) ? words.regex[mistake] : undefined
}

function hasKey<T extends object>(table: T, key: string): key is keyof T & string {
  return Object.hasOwn(table, key)
}

function expectedWords(expected: Args[string], words: Wording): Args[string] {
  return typeof expected === 'string' && Object.hasOwn(words.expected, expected) ? words.expected[expected] : expected
}

type Table = Readonly<Record<string, Words>>

function reasonTable(
  code: IssueCode | ConvertErrorCode,
  field: string | undefined,
  args: Args,
  words: Wording,
): [Table, unknown] {
  switch (code) {
    case 'setting-migrated':
    case 'setting-removed':
      return [words.migration, args['reason']]
    case 'client-refuses':
    case 'field-ignored':
      return [words.node, args['reason']]
    case 'bad-base64':
      return [words.base64, args['reason'] ?? (Number(args['n']) < SHORTEST_BASE64 ? 'no-link' : undefined)]
    case 'fetch-failed':
      return [words.fetch, field]
    case 'list-missing':
      // Of the lists only those that a template names are held to the public internet.
      return [words.fetch, args['reason'] === 'refused-address' ? 'private-address' : args['reason']]
    case 'change-refused':
      return [words.change, args['reason']]
    case 'group-empty':
      return [words.empty, args['action']]
    case 'name-changed':
      return [words.name, args['reason']]
    case 'provider-invalid':
    case 'provider-unsupported':
    case 'path-rewritten':
      return [words.provider, args['reason']]
    default:
      return [words.rule, args['reason']]
  }
}
