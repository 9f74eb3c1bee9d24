/** Rates of hysteria, hysteria2 and brutal: mihomo.md §7. */

const BITS: Record<string, number> = { '': 1e6, k: 1e3, m: 1e6, g: 1e9, t: 1e12 }

/**
 * "50", "50 Mbps", "50mbps", "1.5 Gbps", "6 MBps" -> whole Mbps, at least 1; undefined when it is no positive rate.
 * A capital B before "ps" means bytes.
 */
export function rateInMbps(text: string): number | undefined {
  const match = /^\s{0,9}(\d{1,12}(?:\.\d{1,9})?)\s{0,9}([kmgt]?)([bB]?)(?:ps|\/s)?\s{0,9}$/i.exec(text)
  if (!match) return undefined
  const bits = Number(match[1]) * (BITS[(match[2] ?? '').toLowerCase()] ?? 1e6) * (match[3] === 'B' ? 8 : 1)
  const mbps = Math.round(bits / 1e6)
  return Number.isSafeInteger(mbps) && bits > 0 ? Math.max(1, mbps) : undefined
}
