/**
 * Regexes for the regions of our templates, in mihomo's .NET dialect: what a `filter` over a proxy provider is made of,
 * whose nodes we never see. No word borders: between `港` and `HK` there is none.
 */
const FILTERS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    HK: '🇭🇰|港|hong ?kong|(?<![a-z])hkg?(?![a-z])',
    TW: '🇹🇼|台湾|台灣|臺灣|台北|新北|彰化|taiwan|taipei|(?<![a-z])tw(?![a-z])',
    JP: '🇯🇵|日本|东京|東京|大阪|埼玉|japan|tokyo|osaka|(?<![a-z])jp(?![a-z])',
    SG: '🇸🇬|新加坡|狮城|獅城|singapore|(?<![a-z])sgp?(?![a-z])',
    US: '🇺🇸|🇺🇲|美国|美國|洛杉矶|洛杉磯|硅谷|圣何塞|西雅图|芝加哥|纽约|达拉斯|united states|america|(?<![a-z])usa?(?![a-z])',
  }),
)

/** The `filter` of a region, or of `other`: the names that none of `regions` takes. Undefined for a region we have no regex of. */
export function regionFilter(region: string, regions: Iterable<string>): string | undefined {
  const own = FILTERS.get(region)
  if (region !== 'other') return own && `(?i)${own}`
  const all = [...regions].flatMap((code) => FILTERS.get(code) ?? [])
  return all.length === 0 ? undefined : `(?i)^(?!.*(?:${all.join('|')})).*$`
}
