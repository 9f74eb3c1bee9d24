/** The engine's front door: text in, text out; no network, no files, no clock. */

// Read: text becomes nodes, an object becomes a node.
export { nodeFrom } from './nodes/node-from.ts'
export type { NodeFrom } from './nodes/node-from.ts'
export { readSubscriptionInfo } from './nodes/subscription-info.ts'
export { subscriptionAddress } from './link/subscription-address.ts'
export { parseEntries, parseNodes } from './parse-nodes.ts'
export type { LogLevel } from './config/setting-limits.ts'
export type { WriterSetup } from './clients/client.ts'
export { outputWriter } from './outputs/index.ts'
export { jsonLines } from './text/json-places.ts'
export { readJson, readJsonAt } from './text/json.ts'
export { readYaml } from './text/yaml.ts'
export type { ParsedEntry, ParsedNode } from './formats/reader/parsed-entry.ts'

// What is returned: nodes, issues, reports, the error with a code.
export { ConvertError } from './model/convert-error.ts'
export type { ConvertErrorCode } from './model/convert-error.ts'
export { NodeIssues, ISSUE_SEVERITY, issueOf } from './model/issue.ts'
export type { NodeIssue, Issue, IssueArgs, IssueCode, Severity } from './model/issue.ts'
export type { NodeBase } from './model/node.ts'
export type { Report, SubscriptionInfo } from './model/report.ts'

// List: templates, their groups, and the rule lists that a result needs.
export { BUILTIN_NAMES, builtinTemplate } from './templates/builtin.ts'
export type { BuiltinName } from './templates/builtin.ts'
export { inOrder } from './templates/in-order.ts'
export { editGroups } from './templates/edit-groups.ts'
export type { GroupEdit, GroupEdits } from './templates/edit-groups.ts'
export { isIniTemplate, readIniTemplate } from './templates/ini.ts'
export { listAttempts, readMirrors } from './templates/list-addresses.ts'
export { readOwnConfig } from './templates/own-config.ts'
export { fetchLists } from './templates/fetch-lists.ts'
export type { FetchedLists, FetchList } from './templates/fetch-lists.ts'
export { planLists } from './templates/plan-lists.ts'
export type { ConfigFormat, Template, TemplateMember } from './templates/template.ts'

// Convert: nodes become a config, links or base64.
export { convert, convertEntries, convertText } from './convert.ts'
export type { ConvertResult, Source } from './convert.ts'
export type {
  ClashOptions, ConvertOptions, GroupOptions, NameOptions, NodeEntry, OutputOptions, ReadOptions, RuleOptions,
  SingboxOptions,
} from './convert-options.ts' // oxfmt-ignore
export { readMapping } from './nodes/mapping.ts'
export type { Mapping, MappingRow } from './nodes/mapping.ts'
export { controllerAddress, writesOwnSettings } from './config/client-settings.ts'
export type { ClientSettings } from './config/client-settings.ts'
export type { ProxyProvider, RuleSetEntry } from './config/config-request.ts'
export { writeClashProxy } from './clients/clash/write-proxy.ts'
export { writeMihomoProxy } from './clients/mihomo/write-proxy.ts'
export { singboxTarget, writeSingboxOutbound } from './clients/singbox/write-outbound.ts'
export { UniqueNames } from './nodes/unique-names.ts'
export { linkOf } from './nodes/rename-link.ts'

// Check: rules, rule providers, filters and names before anything is converted.
export { namePattern } from './nodes/name-filter.ts'
export { isInfoEntry } from './nodes/info-entry.ts'
export { checkRules } from './rules/rule-line.ts'
export type { RuleIssue, RuleReason } from './rules/rule-line.ts'
export { checkSingboxRules } from './rules/check-singbox-rules.ts'
export { toMihomoRules } from './rules/mihomo-rule.ts'
export { nearestNames } from './rules/nearest-names.ts'
export { providerUrlIssue } from './rules/provider-url.ts'
export { wrongRuleLines } from './rules/rule-set-lines.ts'
export { providerPath, readRuleProviders } from './rules/rule-provider.ts'
export { toSingboxRules } from './rules/singbox-rule.ts'
export type { RegexIssueCode } from './text/user-regex.ts'
export { regexArgs, userReplacer, userRegex } from './text/user-regex.ts'
export type { RegexIssue } from './text/user-regex.ts'
export { findDuplicates } from './nodes/dedupe.ts'

// Facts: what is true of protocols, clients and outputs.
export { flagOf, regionName, regionOf } from './nodes/regions.ts'
export { CLIENTS } from './clients/index.ts'
export { CLIENT_FACTS, clientFacts, findClientFacts, isClientId } from './clients/facts.ts'
export { OUTPUT_FACTS, outputFacts } from './outputs/facts.ts'
export type { OutputId } from './outputs/facts.ts'
export type { ClientId } from './clients/facts.ts'
export type { SingboxVersion } from './protocols/protocol.ts'
export { PROTOCOLS } from './protocols/index.ts'
export type { ProxyNode } from './protocols/index.ts'
export { findTypeByName } from './nodes/type-names.ts'
