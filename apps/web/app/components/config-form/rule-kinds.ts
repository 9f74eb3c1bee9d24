/** Kinds that are offered where the client has them, the usual ones first. Others are typed as lines. */
export const RULE_KINDS = [
  'DOMAIN-SUFFIX', 'DOMAIN', 'DOMAIN-KEYWORD', 'IP-CIDR', 'PROCESS-NAME', 'GEOSITE', 'GEOIP', 'DST-PORT', 'NETWORK',
  'SRC-IP-CIDR', 'SRC-PORT', 'PROCESS-PATH', 'IP-ASN', 'DOMAIN-WILDCARD', 'DOMAIN-REGEX', 'RULE-SET',
] as const // oxfmt-ignore
export type RuleKind = (typeof RULE_KINDS)[number]
