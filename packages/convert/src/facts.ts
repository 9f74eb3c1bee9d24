/** What is true of clients, outputs and issues, for whom the engine itself is too much: a page asks here. */
export {
  ALL_BUILT_IN_NAMES,
  CLIENT_FACTS,
  clientFacts,
  findClientFacts,
  GROUP_TYPES,
  isClientId,
  SHARED_MEMBERS,
  WIDEST_CLIENT,
} from './clients/facts.ts'
export type { ClientFacts, ClientOption, ConfigLayout } from './model/client-facts.ts'
export type { ClientId } from './clients/facts.ts'
export { isExclusion } from './model/is-exclusion.ts'
export { freeProviderName } from './model/provider-name.ts'
export {
  CONTROLLER_PORT,
  intervalSeconds,
  isInterval,
  LOG_LEVELS,
  MIXED_PORT,
  PORT_MAX,
  PROBE_URL,
  TOLERANCE_MAX_MS,
} from './model/setting-limits.ts'
export { rawFileUrl, readRulePath, serverMirror } from './rules/rule-path.ts'
export type { RulePath, RulePathIssue } from './rules/rule-path.ts'
export { ruleTypesOf, takesNoResolve } from './rules/rule-types.ts'
export { OUTPUT_FACTS, outputFacts } from './outputs/facts.ts'
export type { OutputId } from './outputs/facts.ts'
export { isSingboxVersion, SINGBOX_VERSIONS, type SingboxVersion } from './model/singbox-version.ts'
export { isXrayVersion, XRAY_VERSIONS, type XrayVersion } from './model/xray-version.ts'
