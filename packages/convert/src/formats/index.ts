import { clashEntry } from './clash-entry.ts'
import type { EntryFormat } from './entry-format.ts'
import { hysteria2Client } from './hysteria2-client.ts'
import { shadowsocksServer } from './sip008.ts'
import { singboxOutbound } from './singbox-outbound.ts'
import { vmessJson } from './vmess-json.ts'
import { xrayOutbound } from './xray-outbound.ts'

/** Formats of entries that stand alone or in a bare list, in the order in which they are tried. */
export const ENTRY_FORMATS: readonly EntryFormat[] = [
  singboxOutbound,
  clashEntry,
  xrayOutbound,
  vmessJson,
  shadowsocksServer,
  hysteria2Client,
]
