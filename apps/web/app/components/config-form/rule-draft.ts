import { takesNoResolve } from '@switchyard/convert/facts'
import { partsOf } from './rule-lines.ts'

/** One rule as a person chooses it. */
export interface RuleDraft {
  type: string
  value: string
  group: string
  /** `no-resolve`, `src`. */
  params: readonly string[]
}

const NO_PARAMS: readonly string[] = []
const NO_RESOLVE: readonly string[] = ['no-resolve']
const CLOSING = /^\s*(?:-\s+)?["']?(?:MATCH|FINAL)\s*,/i

/** A line as its parts; undefined for a comment, a closing MATCH, and what is no rule. */
export function draftOfLine(line: string): RuleDraft | undefined {
  const { fields, at, group } = partsOf(line)
  if (group === undefined || at < 2 || CLOSING.test(line)) return undefined
  const trimmed = fields.map((field) => field.trim())
  return {
    type: trimmed[0]!.toUpperCase(),
    value: fields.slice(1, at).join(',').trim(),
    group,
    params: trimmed.slice(at + 1).filter((param) => param !== ''),
  }
}

/** The line of a rule, what was typed being a site or an address in any spelling. */
export function lineOfDraft({ type, value, group, params }: RuleDraft): string {
  const rule = ruleOf(type, value.trim())
  const ownParams = rule.type === type ? params : paramsFor(rule.type)
  return [rule.type, rule.value, group, ...(takesNoResolve(rule.type) ? ownParams : NO_PARAMS)].join(',')
}

/** The parameters that a new rule of the type begins with: a rule of addresses makes the client look up no site. */
export function paramsFor(type: string): readonly string[] {
  // GEOIP is for sites of a country: without a lookup it would match almost nothing.
  return takesNoResolve(type) && type !== 'GEOIP' ? NO_RESOLVE : NO_PARAMS
}

/** What was typed as its type takes it: `https://www.netflix.com/browse` is the site `netflix.com` with all below it. */
function ruleOf(type: string, typed: string): { type: string; value: string } {
  if (type === 'DOMAIN' || type === 'DOMAIN-SUFFIX') {
    const host = hostOf(typed)
    if (versionOf(host) !== undefined) return ruleOf('IP-CIDR', host)
    return { type, value: type === 'DOMAIN-SUFFIX' ? host.replace(/^(?:\+\.|\*\.|\.|www\.(?=[^.]+\.))+/i, '') : host }
  }
  const version = type === 'IP-CIDR' || type === 'SRC-IP-CIDR' ? versionOf(typed) : undefined
  return { type, value: version === undefined ? typed : `${typed}/${version === 4 ? 32 : 128}` }
}

/** The host of an address of a page; any other text stays as it is. */
function hostOf(typed: string): string {
  const [, behindScheme = typed] = /^[a-z][a-z\d+.-]*:\/\/(.*)$/i.exec(typed) ?? []
  const authority = /^[^/?#]*/.exec(behindScheme)![0]
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const bracketed = /^\[([^\]]*)\]/.exec(host)?.[1]
  if (bracketed !== undefined) return bracketed
  return versionOf(host) === 6 ? host : host.replace(/:\d*$/, '').replace(/\.$/, '')
}

function versionOf(text: string): 4 | 6 | undefined {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) return 4
  return /^[\da-f]*:[\da-f]*:[\da-f:.]*$/i.test(text) ? 6 : undefined
}

/** The text with a rule behind its others: before a closing MATCH, behind which nothing is reached. */
export function withRuleAdded(text: string, rule: string): { text: string; line: number } {
  const lines = text.trimEnd().split('\n')
  if (lines.length === 1 && lines[0] === '') return { text: `${rule}\n`, line: 1 }
  const closing = lines.findIndex((line) => CLOSING.test(line))
  const at = closing < 0 ? lines.length : closing
  return { text: `${lines.toSpliced(at, 0, rule).join('\n')}\n`, line: at + 1 }
}

/** The text with another rule in a line. What the line has before and behind its rule stays. */
export function withRuleAt(text: string, line: number, rule: string): string {
  const lines = text.split('\n')
  const { before, behind } = partsOf(lines[line - 1] ?? '')
  return lines.with(line - 1, before + rule + behind).join('\n')
}
