/** How the text of a rule list is written; `mrs` is compiled by mihomo. */
export const LIST_FORMATS = ['yaml', 'text', 'mrs'] as const
export type ListFormat = (typeof LIST_FORMATS)[number]

/** How a list is written: as its owner says, else as the ending of its address says. */
export function listFormatOf(given: unknown, address: string | undefined): ListFormat {
  return LIST_FORMATS.find((format) => format === given) ?? formatOfEnding(address ?? '')
}

/** The lists of Loyalsoldier/clash-rules are YAML although they end in .txt (docs/formats/rules.md, "Rule lists"). */
function formatOfEnding(address: string): ListFormat {
  const path = address.split(/[?#]/, 1)[0]!.toLowerCase()
  if (path.endsWith('.mrs')) return 'mrs'
  if (path.includes('loyalsoldier/clash-rules')) return 'yaml'
  return path.endsWith('.list') || path.endsWith('.txt') || path.endsWith('.conf') ? 'text' : 'yaml'
}
