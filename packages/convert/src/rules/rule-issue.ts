import { type Issue, type IssueArgs, type IssueCode, ISSUE_SEVERITY, type Severity } from '../model/issue.ts'
import type { RegexReason } from '../text/user-regex.ts'
import type { DomainIssue } from '../text/domain.ts'

/**
 * What exactly is the matter with a rule, below its code. The words of each stand in `@switchyard/locale`.
 *
 * Every `rule-*` problem carries `args.reason` (one of these) and `args.raw` (the line, cut at 200 characters); where it
 * is about a field, `args.type` and `args.value` too. What else there is stands beside the reason; `?` = not always.
 */
export type RuleReason =
  // rule-empty
  | 'empty'
  // rule-parts
  | 'three-segments' // expected TYPE,VALUE,ACTION; group?: one of the config
  | 'match-segments' // expected MATCH,ACTION; group?
  | 'line-break' // CR or LF inside
  | 'line-too-long' // most
  | 'control-character' // character: U+0000
  | 'param-unsupported' // param
  // rule-type-unknown
  | 'type-unknown' // type, nearest?
  | 'logic-inner-type' // type: MATCH or SUB-RULE inside a logic rule
  // rule-value
  | 'value-empty'
  | DomainIssue // domain-empty domain-space domain-wildcard domain-label domain-length
  | 'domain-international' // cannot be written in punycode
  | 'cidr-missing-prefix'
  | 'cidr-address'
  | 'cidr-prefix' // most: 32 or 128
  | 'geoip-code' // two letters, LAN or PRIVATE
  | 'geo-name' // letters, digits, - and !
  | 'port' // min, max
  | 'port-range' // begins above its end
  | 'port-list-long' // most
  | 'number' // min, max
  | 'network' // tcp or udp
  | 'in-type' // nearest?
  | 'asn'
  | 'name-list' // an empty name between slashes
  | RegexReason // at?, mistake?; regex-too-long regex-syntax regex-lookaround regex-backreference
  | 'logic-parentheses' // the payload is not inside parentheses, or they are not balanced
  | 'logic-double-parentheses' // AND,(DOMAIN,a.com),X holds no rule at all and would match everything
  | 'logic-separator' // something other than a comma between the inner rules
  | 'logic-depth' // most
  | 'not-one-rule'
  | 'sub-rule-parentheses' // SUB-RULE takes one rule in single parentheses
  | 'provider-missing' // nearest?
  // rule-action
  | 'action-empty'
  | 'action-unknown' // action, nearest?
  | 'action-name' // sing-box: action, nearest?
  | 'action-sub-rule' // action: means something inside sub-rules only
  | 'action-param' // action: a type with free payload takes no parameters, so no-resolve is read as the target
  | 'action-missing' // action: a parameter stands where the target belongs
  | 'action-ports' // action: a port behind a comma is read as the target
  | 'action-comma' // action: a name with a comma or outer blanks cannot be addressed
  // rule-target-missing
  | 'target-missing' // action, nearest?
  | 'list-target-missing' // action, list, nearest?
  | 'sub-rule-missing' // action, nearest?
  | 'sub-rule-circle' // action
  // rule-duplicate, rule-unreachable: of = line of the first one
  | 'same-rule'
  | 'after-match'
  | 'same-condition' // action = where the first one goes
  | 'final-taken' // action = where the rule goes that takes the rest already
  | 'covered' // by = the suffix above it, action = where that goes
  // rule-rewritten: from, to
  | 'suffix-prefix'
  | 'punycode'
  | 'port-type'
  | 'final-type'
  | 'type-case'
  | 'match-value'
  | 'param-ignored' // param
  | 'src-type'
  | 'private-lan'
  | 'yaml-item'
  | 'reject-drop'
  | 'compatible'
  | 'ports-split' // count
  | 'action-added' // field, to
  | 'list-added' // field
  // rule-unsupported: type, value, action?; count and list where whole lists are told
  | 'type-unsupported'
  | 'port-range-unsupported'
  | 'number-range-unsupported'
  | 'regex-unsupported' // at?, mistake?
  | 'action-unsupported' // action
  | 'inner-unsupported' // inner = the type that cannot be carried
  | 'rule-set-missing'
  | 'list-entry' // behavior?: not a rule of this one
  | 'list-binary' // a compiled list
  | 'list-broken' // a compiled list that cannot be read
  | 'list-page' // a web page stands where the list should be
  | 'list-never' // type: one that stands in no list
  | 'list-type' // a type that stands in lists of other programs: USER-AGENT, URL-REGEX …
  // rule-semantics-changed
  | 'resolve-added' // count
  | 'resolve-left-out' // count
  | 'addresses-last' // count
  | 'subdomains-only' // .x said below only, now x too
  | 'one-level' // *.x said one level, now all below and x too
  | 'process-regex'
  | 'inverted-address'
  // sing-box rules as JSON: code rule-value with field, and version where it is about one
  | 'json' // code bad-json
  | 'not-an-object' // field
  | 'field-unknown' // field, nearest?
  | 'field-version' // field, version = the first that knows it
  | 'field-removed' // field
  | 'field-type' // field, expected
  | 'field-empty' // field
  | 'field-missing' // field
  | 'field-value' // field, value
  | 'field-together' // field, other
  | 'no-condition'
  | 'matches-all'
  | 'inner-action' // field
  | 'tag-duplicate' // value, of
  | 'server-missing' // value, nearest?
  // a mapping: code bad-option
  | 'mapping-circle' // value
  // settings of the client: code bad-option
  | 'duration'
  | 'port-twice' // value
  | 'setting-value'

export interface RuleIssue {
  /** Physical line, from 1. */
  line: number
  /** Column of the field it is about, from 1, in UTF-16 units as editors count. */
  column: number
  code: IssueCode
  severity: Severity
  args: IssueArgs & { reason: RuleReason; raw: string }
}

const RAW_MAX = 200

/** Makes a problem; `raw` is cut to what fits a message. */
export function ruleIssue(
  place: { line: number; column: number; raw: string },
  code: IssueCode,
  reason: RuleReason,
  args: IssueArgs = {},
): RuleIssue {
  const { line, column } = place
  return { line, column, code, severity: ISSUE_SEVERITY[code], args: { ...args, reason, raw: cut(place.raw) } }
}

/** The issue that tells of a problem: an error leaves the rule out, the rest stays. */
export function issueOfRule(found: RuleIssue, source?: string): Issue {
  const { line, code, severity, args } = found
  const issue: Issue = { source, line, code, severity, kept: severity !== 'error' && code !== 'rule-unsupported', args }
  return typeof args['of'] === 'number' ? { ...issue, of: args['of'] } : issue
}

/** Cuts a text at a code point so that it fits a message. */
export function cut(text: string, most = RAW_MAX): string {
  if (text.length <= most) return text
  const code = text.charCodeAt(most - 1)
  return `${text.slice(0, code >= 0xd800 && code <= 0xdbff ? most - 1 : most)}…`
}
