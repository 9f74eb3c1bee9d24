/**
 * Where the rule lists of the built-in templates stand. Every path was seen in its repository: ACL4SSR at commit
 * 56fc2a6, Loyalsoldier's on the branch `release` (its `.txt` are YAML payloads), blackmatrix7's on `master`.
 */
import { keysOf } from '../text/record.ts'
import { LIST_HOST } from '../rules/rule-path.ts'
import { mirrored } from './list-mirrors.ts'
import type { ListBehavior, RuleList } from './template.ts'

/** How often a client fetches a list again. */
export const LIST_INTERVAL_S = 86_400

interface ListPlace {
  repo: string
  ref: string
  path: string
  behavior: ListBehavior
  format: RuleList['format']
  /** `geosite-…` or `geoip-…` of SagerNet that is about the same, compiled for sing-box. */
  compiled?: string
}

const acl4ssr = (path: string, compiled?: string): ListPlace => ({
  repo: 'ACL4SSR/ACL4SSR',
  ref: 'master',
  path: `Clash/${path}.list`,
  behavior: 'classical',
  format: 'text',
  compiled,
})

const blackmatrix7 = (name: string, compiled?: string): ListPlace => ({
  repo: 'blackmatrix7/ios_rule_script',
  ref: 'master',
  path: `rule/Clash/${name}/${name}.list`,
  behavior: 'classical',
  format: 'text',
  compiled,
})

const loyalsoldier = (name: string, behavior: ListBehavior, compiled?: string): ListPlace => ({
  repo: 'Loyalsoldier/clash-rules',
  ref: 'release',
  path: `${name}.txt`,
  behavior,
  format: 'yaml',
  compiled,
})

const PLACES = {
  'ads-exceptions': acl4ssr('UnBan'),
  ads: acl4ssr('BanAD', 'geosite-category-ads-all'),
  'ads-apps': acl4ssr('BanProgramAD'),
  ai: acl4ssr('Ruleset/AI', 'geosite-category-ai-!cn'),
  streaming: acl4ssr('ProxyMedia', 'geosite-category-entertainment'),
  telegram: acl4ssr('Telegram', 'geosite-telegram'),
  github: blackmatrix7('GitHub', 'geosite-github'),
  apple: acl4ssr('Apple', 'geosite-apple'),
  microsoft: acl4ssr('Microsoft', 'geosite-microsoft'),
  netflix: acl4ssr('Ruleset/Netflix', 'geosite-netflix'),
  youtube: acl4ssr('Ruleset/YouTube', 'geosite-youtube'),
  disney: acl4ssr('Ruleset/DisneyPlus', 'geosite-disney'),
  spotify: acl4ssr('Ruleset/Spotify', 'geosite-spotify'),
  bilibili: acl4ssr('Ruleset/Bilibili', 'geosite-bilibili'),
  'china-media': acl4ssr('ChinaMedia', 'geosite-category-media-cn'),
  'google-fcm': acl4ssr('Ruleset/GoogleFCM', 'geosite-googlefcm'),
  google: acl4ssr('Ruleset/Google', 'geosite-google'),
  steam: acl4ssr('Ruleset/Steam', 'geosite-steam'),
  'steam-cn': acl4ssr('Ruleset/SteamCN', 'geosite-steam@cn'),
  paypal: blackmatrix7('PayPal', 'geosite-paypal'),
  crypto: acl4ssr('Ruleset/Crypto', 'geosite-category-cryptocurrency'),
  cn: acl4ssr('ChinaDomain', 'geosite-cn'),
  'cn-ip': loyalsoldier('cncidr', 'ipcidr', 'geoip-cn'),
} satisfies Record<string, ListPlace>

export type ListName = keyof typeof PLACES

export const LIST_NAMES: readonly ListName[] = keysOf(PLACES)

/** A list of ours by its short name, at its own address. */
export function namedList(name: ListName): RuleList {
  const { repo, ref, path, behavior, format, compiled } = PLACES[name]
  const list: RuleList = { name, url: rawAddress(repo, ref, path), behavior, format, interval: LIST_INTERVAL_S }
  return compiled === undefined ? list : { ...list, srsUrl: compiledList(compiled) }
}

/** `geosite-google` or `geoip-cn` as sing-box reads it. */
function compiledList(tag: string): string {
  return rawAddress(`SagerNet/sing-${tag.split('-', 1)[0]}`, 'rule-set', `${tag}.srs`)
}

/** Address of a file of a public repository: `owner/name`, branch, path. */
export function rawAddress(repo: string, ref: string, path: string): string {
  return `${LIST_HOST}/${repo}/${ref}/${path.split('/').map(encodeURIComponent).join('/')}`
}

/** Where mihomo downloads what GEOIP and GEOSITE rules need. Its own addresses are releases, which no mirror of files has. */
export function geoDatabases(mirror: string | undefined): Record<'geoip' | 'geosite' | 'mmdb' | 'asn', string> {
  const address = (file: string) => mirrored(rawAddress('MetaCubeX/meta-rules-dat', 'release', file), mirror)
  return {
    geoip: address('geoip.dat'),
    geosite: address('geosite.dat'),
    mmdb: address('geoip.metadb'),
    asn: address('GeoLite2-ASN.mmdb'),
  }
}

/** The mainland's addresses: what `GEOIP,CN` of a foreign template stands for where a client has no database. */
const GEOIP_LISTS: ReadonlyMap<string, ListName> = new Map([['cn', 'cn-ip']])

/** The text list that carries a GEOIP country or a GEOSITE name, with the compiled one beside it. */
export function geoList(kind: 'geoip' | 'geosite', name: string): RuleList {
  const code = name.toLowerCase()
  const own = kind === 'geoip' ? GEOIP_LISTS.get(code) : undefined
  const list: RuleList = own
    ? namedList(own)
    : {
        name: '',
        url: rawAddress('MetaCubeX/meta-rules-dat', 'meta', `geo/${kind}/${code}.list`),
        behavior: kind === 'geoip' ? 'ipcidr' : 'domain',
        format: 'text',
        interval: LIST_INTERVAL_S,
      }
  return { ...list, name: `${kind}-${code}`, srsUrl: compiledList(`${kind}-${code}`) }
}
