/** Rates of hysteria, hysteria2 and brutal: docs/formats/hysteria2.md, "Rates". */

const BITS: Record<string, number> = { '': 1e6, k: 1e3, m: 1e6, g: 1e9, t: 1e12 }

/** Ten terabits: what is more is no rate, and would overflow a client's counter. */
const MOST_MBPS = 1e7

/**
 * "50", "50 Mbps", "50mbps", "50 M", "1.5 Gbps", "6 MBps", "50 Mb/s" -> Mbps, exact to a Kbps; undefined when it is no
 * positive rate. A capital B before "ps" means bytes; `+` is a space of a link.
 */
function rateOf(text: string): number | undefined {
  const match = /^[\s+]{0,9}(\d{1,12}(?:\.\d{1,9})?)[\s+]{0,9}([kmgt]?)([bB]?)(?:it)?(?:ps|\/s)?\s{0,9}$/i.exec(text)
  if (!match) return undefined
  const bits = Number(match[1]) * (BITS[(match[2] ?? '').toLowerCase()] ?? 1e6) * (match[3] === 'B' ? 8 : 1)
  if (!(bits > 0) || bits > MOST_MBPS * 1e6) return undefined
  return Math.max(1, Math.round(bits / 1e3)) / 1e3
}

/** The same as whole Mbps, at least 1. */
export function rateInMbps(text: string): number | undefined {
  const rate = rateOf(text)
  return rate === undefined ? undefined : wholeMbps(rate)
}

/** sing-box takes whole Mbps: 1.5 -> 2, 0.2 -> 1. */
export function wholeMbps(mbps: number): number {
  return Math.max(1, Math.round(mbps))
}

/** As mihomo takes it, a whole number and a unit in its case: 50 -> "50 Mbps", 1.5 -> "1500 Kbps". */
export function rateText(mbps: number): string {
  return Number.isInteger(mbps) ? `${mbps} Mbps` : `${Math.round(mbps * 1e3)} Kbps`
}

/** The rate of a field or parameter; a text that is none gives undefined and is given to `wrong`. Absent and 0 are no rate. */
export function readRate(text: string | undefined, wrong: () => void): number | undefined {
  if (text === undefined || text === '' || Number(text) === 0) return undefined
  const rate = rateOf(text)
  if (rate === undefined) wrong()
  return rate
}
