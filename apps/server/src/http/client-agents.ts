import type { OutputId } from '@switchyard/convert'
import { remembered } from './remembered.ts'

/** What a program that asks is given. */
export interface AskingClient {
  /** As it is called in the record of requests. */
  family: string
  to: OutputId
  /** One of the versions that can be written for. */
  version?: string
  /** It is older than anything that we write for: it gets the oldest. */
  isTooOld?: true
}

interface Family {
  family: string
  to: OutputId
  /** Small letters, one of which stands in the agent. */
  words: readonly string[]
  /** Programs of its own that begin with one of these words. */
  apps?: readonly string[]
  /** What it says of its version. */
  versionOf?: (agent: string) => Pick<AskingClient, 'version' | 'isTooOld'>
}

/**
 * Programs by what they send, the first match wins. Some name others (`HiddifyNext/… like ClashMeta v2ray sing-box`,
 * `NekoBox/… (Prefer ClashMeta Format)`), so these come first. Where each agent is written down stands beside its test row.
 */
const FAMILIES: readonly Family[] = [
  { family: 'Hiddify', to: 'base64', words: ['hiddify'] },
  { family: 'NekoBox', to: 'base64', words: ['nekobox', 'nekoray'] },
  { family: 'v2rayN', to: 'base64', words: ['v2rayn/'] },
  { family: 'v2rayNG', to: 'base64', words: ['v2rayng'] },
  { family: 'Shadowrocket', to: 'base64', words: ['shadowrocket'] },
  { family: 'Quantumult X', to: 'base64', words: ['quantumult'] },
  { family: 'Streisand', to: 'base64', words: ['streisand'] },
  { family: 'V2Box', to: 'base64', words: ['v2box'] },
  { family: 'Happ', to: 'base64', words: ['happ/'] },
  { family: 'sing-box', to: 'singbox', words: ['sing-box'], apps: ['sfa', 'sfi', 'sfm', 'sft'], versionOf: singBoxOf },
  { family: 'FlClash', to: 'mihomo', words: ['flclash'] },
  { family: 'Clash Verge', to: 'mihomo', words: ['clash-verge', 'clash verge'] },
  { family: 'Clash Party', to: 'mihomo', words: ['mihomo.party', 'clash party', 'clash-party', 'sparkle'] },
  { family: 'Clash Mi', to: 'mihomo', words: ['clashmi', 'clash mi/'] },
  { family: 'OpenClash', to: 'mihomo', words: ['openclash'] },
  { family: 'Stash', to: 'mihomo', words: ['stash/'] },
  { family: 'Clash Meta for Android', to: 'mihomo', words: ['clashmetaforandroid'] },
  { family: 'ClashX Meta', to: 'mihomo', words: ['clashx meta'] },
  { family: 'mihomo', to: 'mihomo', words: ['mihomo', 'clashmeta', 'clash.meta', 'clash-meta', 'clash-nyanpasu'] },
  { family: 'ClashX', to: 'clash', words: ['clashx'] },
  { family: 'Clash for Windows', to: 'clash', words: ['clashforwindows'] },
  { family: 'Clash', to: 'clash', words: ['clash'] },
  { family: 'Xray', to: 'xray', words: ['xray'] },
]

/** No program sends a longer one. */
const LONGEST = 512

/** The program of a `User-Agent`; undefined for one that is not known: a browser, say. */
export function askingClient(userAgent: string | undefined): AskingClient | undefined {
  return userAgent === undefined ? undefined : clientOf(userAgent.slice(0, LONGEST))
}

const clientOf = remembered((userAgent): AskingClient | undefined => {
  const agent = userAgent.toLowerCase()
  const found =
    FAMILIES.find(({ apps = [] }) => apps.some((app) => agent.startsWith(`${app}/`) || agent.startsWith(`${app} `))) ??
    FAMILIES.find(({ words }) => words.some((word) => agent.includes(word)))
  return found && { family: found.family, to: found.to, ...found.versionOf?.(agent) }
})

/** The shape for a version that is named; without one, what every version of today reads. */
function singBoxOf(agent: string): Pick<AskingClient, 'version' | 'isTooOld'> {
  const version = versionIn(agent)
  if (version === undefined) return {}
  const [major, minor] = version
  if (major > 1 || minor >= 14) return { version: '1.14' }
  if (minor === 13) return { version: '1.13' }
  return minor === 12 ? { version: '1.12' } : { version: '1.12', isTooOld: true }
}

/** `1.13` of `sfa (sing-box 1.13.14; …)`, of `sing-box/1.13.14`, and of `sfa/1.13.14`. */
function versionIn(agent: string): readonly [major: number, minor: number] | undefined {
  const named = /sing-box[ /]v?(\d{1,3})\.(\d{1,3})/.exec(agent) ?? /^sf[aimt]\/(\d{1,3})\.(\d{1,3})/.exec(agent)
  return named ? [Number(named[1]), Number(named[2])] : undefined
}
