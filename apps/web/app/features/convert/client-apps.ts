import type { SingboxVersion, TargetId } from '../../workers/conversion-types.ts'

/** Programs that people connect with, and the core inside each; newer versions may take more than is said here. */
export interface ClientApp {
  id: string
  name: string
  target: TargetId
  singboxVersion?: SingboxVersion
  /** Platforms as their makers write them. */
  platforms: string
  /** More words to find it by. */
  keywords?: string
}

export const CLIENT_APPS: readonly ClientApp[] = [
  { id: 'clash-verge-rev', name: 'Clash Verge Rev', target: 'mihomo', platforms: 'Windows, macOS, Linux' },
  { id: 'flclash', name: 'FlClash', target: 'mihomo', platforms: 'Windows, macOS, Linux, Android' },
  { id: 'clash-party', name: 'Clash Party', target: 'mihomo', platforms: 'Windows, macOS, Linux', keywords: 'mihomo party' },
  { id: 'sparkle', name: 'Sparkle', target: 'mihomo', platforms: 'Windows, macOS, Linux' },
  { id: 'clash-nyanpasu', name: 'Clash Nyanpasu', target: 'mihomo', platforms: 'Windows, macOS, Linux' },
  { id: 'clashmi', name: 'ClashMi', target: 'mihomo', platforms: 'iOS, Android, macOS, Windows' },
  { id: 'cmfa', name: 'Clash Meta for Android', target: 'mihomo', platforms: 'Android', keywords: 'cmfa' },
  { id: 'stash', name: 'Stash', target: 'mihomo', platforms: 'iOS, macOS, tvOS' },
  { id: 'openclash', name: 'OpenClash', target: 'mihomo', platforms: 'OpenWrt', keywords: 'router 路由器' },
  { id: 'nikki', name: 'Nikki', target: 'mihomo', platforms: 'OpenWrt', keywords: 'mihomotproxy router 路由器' },
  { id: 'clash-for-windows', name: 'Clash for Windows', target: 'clash', platforms: 'Windows, macOS, Linux', keywords: 'cfw' },
  { id: 'clashx', name: 'ClashX', target: 'clash', platforms: 'macOS' },
  { id: 'clashx-meta', name: 'ClashX Meta', target: 'mihomo', platforms: 'macOS' },
  { id: 'sing-box-ios', name: 'sing-box VT', target: 'singbox', singboxVersion: 'compatible', platforms: 'iOS, macOS, tvOS', keywords: 'sfi sfm sft apple' },
  { id: 'sing-box-android', name: 'sing-box for Android', target: 'singbox', singboxVersion: 'compatible', platforms: 'Android', keywords: 'sfa' },
  { id: 'sing-box-cli', name: 'sing-box', target: 'singbox', singboxVersion: 'compatible', platforms: 'Linux, Windows, macOS', keywords: 'desktop cli' },
  { id: 'hiddify', name: 'Hiddify', target: 'base64', platforms: 'Windows, macOS, Linux, iOS, Android' },
  { id: 'karing', name: 'Karing', target: 'mihomo', platforms: 'iOS, Android, Windows, macOS' },
  { id: 'nekobox-android', name: 'NekoBox for Android', target: 'base64', platforms: 'Android', keywords: 'nekoray' },
  { id: 'v2rayn', name: 'v2rayN', target: 'base64', platforms: 'Windows, macOS, Linux' },
  { id: 'v2rayng', name: 'v2rayNG', target: 'base64', platforms: 'Android' },
  { id: 'shadowrocket', name: 'Shadowrocket', target: 'base64', platforms: 'iOS', keywords: '小火箭' },
  { id: 'streisand', name: 'Streisand', target: 'base64', platforms: 'iOS, macOS' },
  { id: 'v2box', name: 'V2Box', target: 'base64', platforms: 'iOS, macOS, Android' },
] // oxfmt-ignore
