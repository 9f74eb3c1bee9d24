import type { BodyOf, DataOf } from '@switchyard/contract'
import { call } from '../../lib/api.ts'

export type RelayAgent = NonNullable<BodyOf<'POST /api/relay'>['userAgent']>

/** Each agent that the server may ask as; the compiler asks for a new one. */
export const RELAY_AGENTS: Record<RelayAgent, string> = {
  switchyard: 'Switchyard',
  mihomo: 'mihomo',
  'sing-box': 'sing-box',
  'clash-verge': 'Clash Verge',
  v2rayN: 'v2rayN',
  Shadowrocket: 'Shadowrocket',
}

/** Has the server fetch an address once: it sees both the address and what it says, and keeps neither. */
export function relay(url: string, userAgent?: RelayAgent): Promise<DataOf<'POST /api/relay'>> {
  return call('POST /api/relay', { body: { url, ...(userAgent ? { userAgent } : {}) }, quiet: true })
}
