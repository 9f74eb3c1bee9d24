import type { ClientId, Glance, GlanceEntry } from '@switchyard/recipe/model'

/** What the engine makes of the sample, so that the first picture needs no engine. A test holds it against the engine. */
const SAMPLE_GLANCE: Omit<Glance, 'entries'> & { entries: readonly SampleEntry[] } = {
  entries: [
    { state: 'skipped', line: 6, name: 'abc://••••' },
    { state: 'duplicate', line: 5, name: 'JP 01', type: 'trojan', region: 'JP', of: 2 },
    { state: 'node', line: 1, name: 'HK 01', type: 'vless', region: 'HK' },
    { state: 'node', line: 2, name: 'JP 01', type: 'trojan', region: 'JP' },
    { state: 'node', line: 3, name: 'SG 01', type: 'ss', region: 'SG' },
    { state: 'node', line: 4, name: 'US 01', type: 'hysteria2', region: 'US' },
  ],
  types: [
    { type: 'vless', count: 1 },
    { type: 'trojan', count: 1 },
    { type: 'ss', count: 1 },
    { type: 'hysteria2', count: 1 },
  ],
  counts: { entries: 6, nodes: 4, duplicates: 1, skipped: 1 },
  addresses: 0,
  isCut: false,
}

/** The same, with the words for what cannot be read. */
export function sampleGlance(skipped: string): Glance {
  const worded = (entry: SampleEntry): GlanceEntry =>
    entry.state === 'skipped' ? { ...entry, message: skipped } : entry
  return { ...SAMPLE_GLANCE, entries: SAMPLE_GLANCE.entries.map(worded) }
}

export const SAMPLE_KEPT: Readonly<Record<ClientId, number>> = { mihomo: 4, clash: 2, singbox: 4, xray: 4 }

export const SAMPLE_NODES = SAMPLE_GLANCE.counts.nodes

/** Of what cannot be read the page has the words, in every language. */
type SampleEntry =
  | Exclude<GlanceEntry, { state: 'skipped' }>
  | Omit<Extract<GlanceEntry, { state: 'skipped' }>, 'message'>
