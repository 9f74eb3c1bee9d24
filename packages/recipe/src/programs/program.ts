import type { ClientId, OutputId, SingboxVersion } from '@switchyard/convert'

export const PLATFORMS = ['Windows', 'macOS', 'Linux', 'Android', 'iOS', 'HarmonyOS', 'OpenWrt', 'tvOS'] as const
export type Platform = (typeof PLATFORMS)[number]

/** What carries the traffic inside a program. */
export const CORES = ['mihomo', 'clash', 'singbox', 'xray', 'v2ray'] as const
export type Core = (typeof CORES)[number]

/** What a program reads nodes from. */
export const PROGRAM_FORMATS = ['mihomo', 'clash', 'singbox', 'xray', 'surge', 'links'] as const
export type ProgramFormat = (typeof PROGRAM_FORMATS)[number]

/** The protocols that people ask for, by the type of a node. */
export const PROGRAM_PROTOCOLS = [
  'ss', 'ssr', 'vmess', 'vless', 'trojan', 'hysteria', 'hysteria2', 'tuic', 'wireguard', 'anytls', 'snell', 'socks5',
  'http', 'ssh', 'mieru',
] as const // oxfmt-ignore
export type ProtocolName = (typeof PROGRAM_PROTOCOLS)[number]

/**
 * A value, and where it is written down: a path in the repository of the program at its commit, `tag:` and the name of a
 * release, or an https address.
 */
export type SourcedFact<T> = readonly [value: T, source: string]

/** A program that people connect with. A fact that no source states is absent. */
export interface Program {
  id: string
  name: string
  /** Where its makers give it away or sell it. */
  site: string
  /** `owner/name` at GitHub. */
  repository?: string
  /** What the sources are read at. */
  commit?: string
  /** The day of the newest source. Absent: the sources name no day. */
  checkedOn?: string
  platforms: SourcedFact<readonly Platform[]>
  cores?: SourcedFact<readonly Core[]>
  formats?: SourcedFact<readonly ProgramFormat[]>
  /** Those that it names itself. Absent: it carries what its cores carry. */
  protocols?: SourcedFact<readonly ProtocolName[]>
  /** Its link that imports an address. `{url}` and `{name}` are encoded once, `{plainUrl}` is not encoded. */
  importLink?: SourcedFact<string>
  licence?: SourcedFact<string>
  released?: SourcedFact<{ version: string; day: string }>
  /** What it sends as `User-Agent` when it fetches a subscription, with a version of its own. */
  agent?: SourcedFact<string>
  /** Its makers have stopped. */
  archived?: SourcedFact<true>

  /** The format that we write for it. Absent: it takes none of them. */
  output?: OutputId
  singboxVersion?: SingboxVersion
  /** It reads `rule-providers` although its core is Clash. */
  clashPremium?: true
  /** It takes no traffic by itself: the config has to bring the TUN. */
  tun?: true
  /** A new config goes into it as a file: there is no editor for one. */
  takesFile?: true
  /** It has no window: this starts it with a config. */
  command?: string
  /** More words to find it by. */
  keywords?: string
}

/** What the cores that we write for carry. A test compares this with what the engine writes. */
export const CORE_PROTOCOLS: Readonly<Record<ClientId, readonly ProtocolName[]>> = {
  mihomo: PROGRAM_PROTOCOLS,
  clash: ['ss', 'ssr', 'vmess', 'trojan', 'snell', 'socks5', 'http'],
  singbox: ['ss', 'vmess', 'vless', 'trojan', 'hysteria', 'hysteria2', 'tuic', 'wireguard', 'anytls', 'socks5', 'http', 'ssh'],
  xray: ['ss', 'vmess', 'vless', 'trojan', 'hysteria2', 'wireguard', 'socks5', 'http'],
} // oxfmt-ignore

/** The protocols of a program: those that it names, else those of its cores. Undefined: neither is known. */
export function protocolsOf({ protocols, cores }: Program): readonly ProtocolName[] | undefined {
  if (protocols) return protocols[0]
  const known = Object.entries(CORE_PROTOCOLS)
  const carried = known.flatMap(([core, carries]) => (cores?.[0].some((each) => each === core) ? carries : []))
  return carried.length > 0 ? PROGRAM_PROTOCOLS.filter((protocol) => carried.includes(protocol)) : undefined
}

/** Where a source can be read. */
export function sourceAddress({ repository, commit }: Program, source: string): string {
  if (source.startsWith('https:')) return source
  const at = `https://github.com/${repository}`
  if (source.startsWith('tag:')) return `${at}/releases/tag/${source.slice('tag:'.length)}`
  return source === '.' ? `${at}/tree/${commit}` : `${at}/blob/${commit}/${source}`
}

/** The link that opens a program and hands it the address of a subscription. */
export function importLinkOf(
  { importLink }: Program,
  { url, name }: { url: string; name: string },
): string | undefined {
  return importLink?.[0]
    .replaceAll('{url}', () => encodeURIComponent(url))
    .replaceAll('{name}', () => encodeURIComponent(name))
    .replaceAll('{plainUrl}', () => url)
}
