import type { ClientId, Glance, GlanceEntry } from '@switchyard/recipe/model'

/** What a node of the sample is called in the language of the page. */
export type NameOf = (region: 'HK' | 'JP' | 'SG' | 'US') => string

/** What the engine makes of the sample, so that the first picture needs no engine. A test holds it against the engine. */
const SAMPLE_GLANCE: Omit<Glance, 'entries'> = {
  types: [
    { type: 'vless', count: 1 },
    { type: 'trojan', count: 1 },
    { type: 'ss', count: 1 },
    { type: 'hysteria2', count: 1 },
  ],
  counts: { entries: 6, nodes: 4, notices: 0, duplicates: 1, toFetch: 0, skipped: 1 },
  addresses: [],
  isCut: false,
}

/** The same with its entries. `skipped`: why one of them cannot be read. */
export function sampleGlance(nameOf: NameOf, skipped: string): Glance {
  const named = (region: Parameters<NameOf>[0]) => ({ name: nameOf(region), region })
  const entries: GlanceEntry[] = [
    { state: 'skipped', line: 6, name: 'abc://••••', message: skipped },
    { state: 'duplicate', line: 5, ...named('JP'), type: 'trojan', of: 2 },
    { state: 'node', line: 1, ...named('HK'), type: 'vless' },
    { state: 'node', line: 2, ...named('JP'), type: 'trojan' },
    { state: 'node', line: 3, ...named('SG'), type: 'ss' },
    { state: 'node', line: 4, ...named('US'), type: 'hysteria2' },
  ]
  return { ...SAMPLE_GLANCE, entries }
}

export const SAMPLE_KEPT: Readonly<Record<ClientId, number>> = { mihomo: 4, clash: 2, singbox: 4, xray: 4 }

export const SAMPLE_NODES = SAMPLE_GLANCE.counts.nodes
