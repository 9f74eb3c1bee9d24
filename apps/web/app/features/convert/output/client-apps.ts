import type { ClientId, OutputId, SingboxVersion } from '@switchyard/recipe/model'
import { phoneSystemOf } from '../../../lib/phone-system.ts'
import { RUN_XRAY } from '../../../components/taken/run-xray.ts'

/** When the facts below were last held against the makers' own pages. */
export const CHECKED_ON = '2026-11-21'

export const PLATFORMS = ['Windows', 'macOS', 'Linux', 'Android', 'iOS', 'tvOS', 'OpenWrt'] as const
export type Platform = (typeof PLATFORMS)[number]

/** A program that people connect with: what it runs on, what is inside, what it is given here. */
export interface ClientApp {
  id: string
  name: string
  platforms: readonly Platform[]
  core: ClientId | 'own'
  /** The format that it takes most from. */
  output: OutputId
  singboxVersion?: SingboxVersion
  /** It reads `rule-providers` although its core is Clash. */
  clashPremium?: true
  /** It takes no traffic by itself: the config has to bring the TUN. */
  tun?: true
  /** Where its makers give it away or sell it. */
  site: string
  /** A new config goes into it as a file: there is no editor for one. */
  takesFile?: true
  /** It has no window: this starts it with a config. */
  command?: string
  /** Its makers have stopped. */
  archived?: true
  /** More words to find it by. */
  keywords?: string
}

const github = (repository: string) => `https://github.com/${repository}`

export const CLIENT_APPS: readonly ClientApp[] = [
  { id: 'clash-verge-rev', name: 'Clash Verge Rev', platforms: ['Windows', 'macOS', 'Linux'], core: 'mihomo', output: 'mihomo', site: github('clash-verge-rev/clash-verge-rev') },
  { id: 'flclash', name: 'FlClash', platforms: ['Windows', 'macOS', 'Linux', 'Android'], core: 'mihomo', output: 'mihomo', takesFile: true, site: github('chen08209/FlClash') },
  { id: 'clashmi', name: 'Clash Mi', platforms: ['Windows', 'macOS', 'Linux', 'Android', 'iOS'], core: 'mihomo', output: 'mihomo', takesFile: true, site: 'https://clashmi.app', keywords: 'clashmi' },
  { id: 'clash-party', name: 'Clash Party', platforms: ['Windows', 'macOS', 'Linux'], core: 'mihomo', output: 'mihomo', site: github('mihomo-party-org/mihomo-party'), keywords: 'mihomo party' },
  { id: 'sparkle', name: 'Sparkle', platforms: ['Windows', 'macOS', 'Linux'], core: 'mihomo', output: 'mihomo', site: github('xishang0128/sparkle') },
  { id: 'clash-nyanpasu', name: 'Clash Nyanpasu', platforms: ['Windows', 'macOS', 'Linux'], core: 'mihomo', output: 'mihomo', site: github('libnyanpasu/clash-nyanpasu') },
  { id: 'cmfa', name: 'Clash Meta for Android', platforms: ['Android'], core: 'mihomo', output: 'mihomo', takesFile: true, site: github('MetaCubeX/ClashMetaForAndroid'), keywords: 'cmfa' },
  { id: 'clashx-meta', name: 'ClashX Meta', platforms: ['macOS'], core: 'mihomo', output: 'mihomo', takesFile: true, site: github('MetaCubeX/ClashX.Meta') },
  { id: 'stash', name: 'Stash', platforms: ['iOS', 'macOS', 'tvOS'], core: 'own', output: 'mihomo', takesFile: true, site: 'https://stash.wiki' },
  { id: 'openclash', name: 'OpenClash', platforms: ['OpenWrt'], core: 'mihomo', output: 'mihomo', takesFile: true, site: github('vernesong/OpenClash'), keywords: 'router 路由器 软路由' },
  { id: 'nikki', name: 'Nikki', platforms: ['OpenWrt'], core: 'mihomo', output: 'mihomo', takesFile: true, site: github('nikkinikki-org/OpenWrt-nikki'), keywords: 'mihomotproxy router 路由器 软路由' },
  { id: 'karing', name: 'Karing', platforms: ['Windows', 'macOS', 'Android', 'iOS', 'tvOS'], core: 'singbox', output: 'mihomo', takesFile: true, site: github('KaringX/karing') },
  { id: 'sing-box-apple', name: 'sing-box VT', platforms: ['iOS', 'macOS', 'tvOS'], core: 'singbox', output: 'singbox', singboxVersion: 'compatible', tun: true, site: 'https://apps.apple.com/app/sing-box-vt/id6673731168', keywords: 'sfi sfm sft apple' },
  { id: 'sing-box-android', name: 'sing-box for Android', platforms: ['Android'], core: 'singbox', output: 'singbox', singboxVersion: 'compatible', tun: true, site: github('SagerNet/sing-box-for-android'), keywords: 'sfa' },
  { id: 'sing-box', name: 'sing-box', platforms: ['Windows', 'macOS', 'Linux'], core: 'singbox', output: 'singbox', singboxVersion: 'compatible', command: 'sing-box run -c config.json', site: github('SagerNet/sing-box'), keywords: 'cli desktop 桌面 命令行' },
  { id: 'gui-for-singbox', name: 'GUI.for.SingBox', platforms: ['Windows', 'macOS', 'Linux'], core: 'singbox', output: 'singbox', singboxVersion: 'compatible', takesFile: true, site: github('GUI-for-Cores/GUI.for.SingBox') },
  { id: 'hiddify', name: 'Hiddify', platforms: ['Windows', 'macOS', 'Linux', 'Android', 'iOS'], core: 'singbox', output: 'base64', site: github('hiddify/hiddify-app') },
  { id: 'throne', name: 'Throne', platforms: ['Windows', 'macOS', 'Linux'], core: 'singbox', output: 'base64', site: github('throneproj/Throne'), keywords: 'nekoray' },
  { id: 'nekobox', name: 'NekoBox for Android', platforms: ['Android'], core: 'singbox', output: 'base64', site: github('MatsuriDayo/NekoBoxForAndroid') },
  { id: 'v2rayn', name: 'v2rayN', platforms: ['Windows', 'macOS', 'Linux'], core: 'xray', output: 'base64', site: github('2dust/v2rayN') },
  { id: 'v2rayng', name: 'v2rayNG', platforms: ['Android'], core: 'xray', output: 'base64', site: github('2dust/v2rayNG') },
  { id: 'xray', name: 'Xray', platforms: ['Windows', 'macOS', 'Linux'], core: 'xray', output: 'xray', command: RUN_XRAY, site: github('XTLS/Xray-core'), keywords: 'xray-core cli 命令行' },
  { id: 'shadowrocket', name: 'Shadowrocket', platforms: ['iOS'], core: 'own', output: 'base64', site: 'https://apps.apple.com/us/app/shadowrocket/id932747118', keywords: '小火箭' },
  { id: 'clash-for-windows', name: 'Clash for Windows', platforms: ['Windows', 'macOS', 'Linux'], core: 'clash', output: 'clash', clashPremium: true, takesFile: true, site: github('Fndroid/clash_for_windows_pkg'), archived: true, keywords: 'cfw' },
] // oxfmt-ignore

/** The platform that a browser runs on. */
export function platformOf(browser: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Platform | undefined {
  const { userAgent } = browser
  const phone = phoneSystemOf(browser)
  if (phone) return phone
  if (/Macintosh/.test(userAgent)) return 'macOS'
  if (/Windows/.test(userAgent)) return 'Windows'
  return /Linux|X11/.test(userAgent) ? 'Linux' : undefined
}
