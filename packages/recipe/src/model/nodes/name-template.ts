import { tidyName } from './tidy-name.ts'

/** Pieces of a name template: text, or what stands for something about the row. */
export type TemplatePart = { text: string } | { token: TemplateToken; width: number }

export const TEMPLATE_TOKENS = [
  'flag',
  'region',
  'place',
  'name',
  'proto',
  'server',
  'port',
  'source',
  'n',
  'i',
] as const
export type TemplateToken = (typeof TEMPLATE_TOKENS)[number]

export type TemplateResult =
  | { parts: readonly TemplatePart[]; unknown?: undefined }
  | { parts?: undefined; unknown: string }

const TOKEN = /^([a-z]{1,10})(?::0?(\d))?$/

/** Reads `{flag}{region}-{n:02}`; `{{` is a brace. Says which token it does not know. */
export function parseTemplate(text: string): TemplateResult {
  const parts: TemplatePart[] = []
  let plain = ''
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if ((char === '{' || char === '}') && text[at + 1] === char) {
      plain += char
      at++
    } else if (char === '{') {
      const end = text.indexOf('}', at)
      const inside = text.slice(at + 1, end < 0 ? text.length : end)
      const match = TOKEN.exec(inside.trim().toLowerCase())
      const token = TEMPLATE_TOKENS.find((each) => each === match?.[1])
      if (end < 0 || !match || !token) return { unknown: text.slice(at, end < 0 ? text.length : end + 1) }
      if (plain !== '') parts.push({ text: plain })
      plain = ''
      parts.push({ token, width: Number(match[2] ?? 1) })
      at = end
    } else plain += char
  }
  if (plain !== '') parts.push({ text: plain })
  return { parts }
}

/** A flag that a name begins with. */
export const LEADING_FLAG = /^[\u{1f1e6}-\u{1f1ff}]{2}\s*/u

/** What a template may say of a node. */
export interface TemplateSubject {
  name: string
  /** ISO 3166 code in capitals: JP. */
  region?: string
  protocol: string
  server: string
  port: number
  source: string
}

export interface NamingContext {
  regionName: (code: string) => string
}

/**
 * Names by a template, in the order of the rows. `{n}` counts the rows whose other parts come out equal, so
 * `{region}-{n:02}` gives JP-01, JP-02, US-01; `{i}` counts all. What is empty takes its brackets and the separators
 * behind it along, at the end of a name those before it: without a region, `{region}-{n}` and `{n} ({region})` give 1.
 */
export function templateNamer(
  parts: readonly TemplatePart[],
  context: NamingContext,
): (row: TemplateSubject) => string {
  const counts = new Map<string, number>()
  const counted = parts.some((part) => 'token' in part && part.token === 'n')
  const flagged = parts.some((part) => 'token' in part && part.token === 'flag')
  let index = 0
  return (given) => {
    // The template says where the flag stands: it does not stand there twice.
    const row = flagged && given.region ? { ...given, name: given.name.replace(LEADING_FLAG, '') } : given
    index++
    const spell = (n: number) => {
      const texts = parts.map((part) =>
        'text' in part ? part.text : tokenText(part.token, part.width, row, n, index, context),
      )
      return tidyName(withoutGaps(parts, texts).join(''))
    }
    if (!counted) return spell(0)
    const kind = parts
      .map((part) =>
        'text' in part || part.token === 'n' || part.token === 'i'
          ? '\0'
          : tokenText(part.token, part.width, row, 0, index, context),
      )
      .join('\0')
    const n = (counts.get(kind) ?? 0) + 1
    counts.set(kind, n)
    return spell(n)
  }
}

const SEPARATORS = ' \t-_.,:;|/\\+&~·•–—、，：；｜'
const BRACKETS = ['()', '[]', '{}', '<>', '（）', '【】', '「」', '《》']

/** The texts of the parts, less what would stand beside nothing. */
function withoutGaps(parts: readonly TemplatePart[], texts: readonly string[]): string[] {
  const joined = [...texts]
  for (const [at, text] of texts.entries()) {
    if (text !== '' || 'text' in parts[at]!) continue
    const before = parts[at - 1] !== undefined && 'text' in parts[at - 1]! ? joined[at - 1]! : ''
    const behind = parts[at + 1] !== undefined && 'text' in parts[at + 1]! ? joined[at + 1]! : ''
    const isBracketed = BRACKETS.includes(before.slice(-1) + behind.slice(0, 1))
    const left = isBracketed ? before.slice(0, -1) : before
    const right = withoutFirst(isBracketed ? behind.slice(1) : behind)
    if (behind !== '') joined[at + 1] = right
    const isLast = joined.slice(at + 1).every((later) => later === '')
    if (before !== '') joined[at - 1] = isLast ? withoutLast(left) : left
  }
  return joined
}

function withoutFirst(text: string): string {
  let start = 0
  while (start < text.length && SEPARATORS.includes(text[start]!)) start++
  return text.slice(start)
}

function withoutLast(text: string): string {
  let end = text.length
  while (end > 0 && SEPARATORS.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}

function tokenText(
  token: TemplateToken,
  width: number,
  row: TemplateSubject,
  n: number,
  i: number,
  { regionName }: NamingContext,
): string {
  switch (token) {
    case 'flag':
      return row.region ? flagEmoji(row.region) : ''
    case 'region':
      return row.region ?? ''
    case 'place':
      return row.region ? regionName(row.region) : ''
    case 'name':
      return row.name
    case 'proto':
      return row.protocol
    case 'server':
      return row.server
    case 'port':
      return String(row.port)
    case 'source':
      return row.source
    case 'n':
      return String(n).padStart(width, '0')
    case 'i':
      return String(i).padStart(width, '0')
    default:
      return ''
  }
}

const REGIONAL_A = 0x1f1e6
const LETTER_A = 0x41

/** JP gives the two regional letters that draw as a flag. */
export function flagEmoji(region: string): string {
  if (!/^[A-Z]{2}$/.test(region)) return ''
  return String.fromCodePoint(...[0, 1].map((at) => region.charCodeAt(at) - LETTER_A + REGIONAL_A))
}
