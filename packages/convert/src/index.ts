/**
 * The engine's front door: text in, text out; no network, no files, no clock. What stands here is for callers outside of
 * the package, in the groups of what they want; how it is done stays inside.
 */

// Read: a text or an object becomes nodes. For everyone: page, server, command line, saved conversions.
export { parseEntries, parseNodes } from './parse-nodes.ts'
export type { ParsedEntry, ParsedNode, ParseOptions } from './formats/reader/parsed-entry.ts'
export { nodeFrom } from './nodes/node-from.ts'
export type { NodeFrom } from './nodes/node-from.ts'
export { subscriptionAddress } from './link/subscription-address.ts'
export { readSubscriptionInfo, subscriptionInfo } from './nodes/subscription-info.ts'
// The documents that entries stand in, with the place of every part. For saved conversions, which point at lines.
export { jsonLines } from './text/json-places.ts'
export { readJson, readJsonAt } from './text/json.ts'
export { readYaml } from './text/yaml.ts'
export { findIssuePlace } from './text/yaml-issue-place.ts'

// What comes back: nodes, issues, reports, the error with a code. For everyone; `locale` puts them into words.
export type { ProxyNode } from './protocols/index.ts'
export type { NodeBase } from './model/node.ts'
export type { JsonObject } from './text/record.ts'
export { isExclusion } from './model/is-exclusion.ts'
export { ISSUE_SEVERITY, issueOf } from './model/issue.ts'
export type { OldKeyName } from './model/old-key.ts'
export type { SingboxMigrationName } from './model/singbox-migration.ts'
export type { Issue, IssueArgs, IssueCode, NodeIssue, Severity } from './model/issue.ts'
export type { Report, SubscriptionInfo } from './model/report.ts'
export { ConvertError } from './model/convert-error.ts'
export type { ConvertErrorCode } from './model/convert-error.ts'

// Convert: nodes become a config, links or base64. For everyone.
export { convert, convertEntries, convertText, convertToBytes } from './convert.ts'
export type { ConvertResult, Source } from './convert.ts'
export type {
  ClashOptions, ConvertOptions, GroupOptions, NameOptions, NodeEntry, OutputOptions, ReadOptions, RuleOptions,
  SingboxOptions,
} from './convert-options.ts' // oxfmt-ignore
export type { ClientSettings } from './config/client-settings.ts'
export type { LogLevel } from './model/setting-limits.ts'
export { controllerAddress, writesOwnSettings } from './config/client-settings.ts'
export type { ProxyProvider } from './config/config-request.ts'
export type { RuleSetEntry } from './rules/rule-set-entry.ts'
export { NodeMapper, readMapping } from './nodes/mapping.ts'
export type { Mapping, MappingRow } from './nodes/mapping.ts'
// One node alone: what an output makes of it, and what that loses. For previews, and `switchyard parse`.
export { writeNode } from './outputs/write-node.ts'
export type { NodeOutput, WriteNodeOptions } from './outputs/write-node.ts'

// List: what is done to a list of nodes before it is converted. For saved conversions and their steps.
export { findDuplicates } from './nodes/dedupe.ts'
export { isInfoEntry } from './nodes/info-entry.ts'
export { namePattern } from './nodes/name-filter.ts'
export { probeTarget } from './nodes/probe-target.ts'
export type { ReachableServer } from './nodes/probe-target.ts'
export { flagOf, regionName, regionOf } from './nodes/regions.ts'
export { uniqueNames } from './nodes/unique-names.ts'
export { inOrder } from './templates/in-order.ts'

// Templates, their groups, and the rule lists that a result needs. For saved conversions, page and command line.
export { builtinTemplate } from './templates/builtin.ts'
export { BUILTIN_NAMES } from './templates/group-keys.ts'
export type { BuiltinName } from './templates/group-keys.ts'
export { withServices } from './templates/services.ts'
export { editGroups } from './templates/edit-groups.ts'
export type { GroupEdit, GroupEdits } from './templates/group-edit.ts'
export { iniFormOf } from './templates/external-config.ts'
export { isIniTemplate, readIniTemplate } from './templates/ini.ts'
export { readOwnConfig } from './templates/own-config.ts'
export type { ConfigFormat } from './model/client-facts.ts'
export type { SourceFilter, Template, TemplateMember } from './templates/template.ts'
export { listAttempts, readMirrors } from './templates/list-mirrors.ts'
export { fetchLists } from './templates/fetch-lists.ts'
export type { FetchedLists, FetchList, FetchListsOptions } from './templates/fetch-lists.ts'
export { planLists } from './templates/plan-lists.ts'

// Check: rules, rule providers and patterns as they are typed. For the options of page and command line.
export { checkRules } from './rules/rule-line.ts'
export type { RuleIssue, RuleReason } from './rules/rule-issue.ts'
export { nearestNames } from './rules/nearest-names.ts'
export { providerUrlIssue } from './rules/provider-url.ts'
export { providerPath, readRuleProviders } from './rules/rule-provider.ts'
export { readRuleList } from './rules/rule-list.ts'
export { wrongRuleLines } from './rules/rule-set-lines.ts'
export { dotnetRegexIssue, regexArgs, userReplacer, userRegex } from './text/user-regex.ts'
export type { RegexIssueCode } from './text/regex-issue-codes.ts'
export type { RegexIssue } from './text/user-regex.ts'

// Facts: what is true of protocols, clients and outputs. For everyone; `./facts` has those that need no engine.
export { CLIENTS } from './clients/index.ts'
export { CLIENT_FACTS, clientFacts, findClientFacts, isClientId, WIDEST_CLIENT } from './clients/facts.ts'
export type { ClientId } from './clients/facts.ts'
export { OUTPUT_FACTS, outputFacts } from './outputs/facts.ts'
export type { OutputId } from './outputs/facts.ts'
export { findTypeByName } from './nodes/type-names.ts'
export { isSingboxVersion, SINGBOX_VERSIONS, type SingboxVersion } from './model/singbox-version.ts'
export { isXrayVersion, XRAY_VERSIONS, type XrayVersion } from './model/xray-version.ts'
export { PROTOCOLS } from './protocols/index.ts'
