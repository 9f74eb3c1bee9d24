import { createHash } from 'node:crypto'
import { findClientFacts } from '@switchyard/convert'
import type { Lang } from '@switchyard/locale'
import { parametersOf, readConverterQuery } from '@switchyard/recipe/converter-query'
import { outputOfTarget } from '@switchyard/recipe/converter-targets'
import { askingClient } from '../../http/client-agents.ts'
import type { AskedConversion } from '../../conversions/address-converter.ts'

/** The conversion that an address asks for, with a key of its own; or the reason why the address is wrong. */
export type AskedAddress =
  | { key: string; conversion: AskedConversion }
  | { wrong: 'bad-target' | 'no-url' | 'too-many-urls'; args: Record<string, string | number> }

/** Of addresses and links in one address. */
const MOST_ENTRIES = 200
/** What is named where a target is none of those. */
const NAMED = 'clash, clashr, mihomo, clash.meta, singbox, sing-box, xray, v2ray, mixed, ss, ssr, trojan, auto'

/** Reads an address of the URL API, and which program asks. */
export function askedAddress(search: string, userAgent: string | undefined, lang: Lang): AskedAddress {
  const query = readConverterQuery(parametersOf(search))
  const agent = askingClient(userAgent)
  const to = query.target === undefined ? undefined : outputOfTarget(query.target, agent?.to)
  if (to === undefined) return { wrong: 'bad-target', args: { targets: NAMED } }
  if (query.entries.length === 0) return { wrong: 'no-url', args: {} }
  if (query.entries.length > MOST_ENTRIES) return { wrong: 'too-many-urls', args: { most: MOST_ENTRIES } }
  const { versions = [] } = findClientFacts(to) ?? {}
  const version = [query.version, agent?.to === to ? agent.version : undefined].find(
    (each) => each !== undefined && versions.includes(each),
  )
  const key = createHash('sha256')
    .update(JSON.stringify([search, to, version, lang]))
    .digest('base64url')
  return { key, conversion: { query, to, version, lang } }
}
