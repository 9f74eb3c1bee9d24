/** Names that may have been meant. */

const MOST_CANDIDATES = 2000
const MOST_CHARACTERS = 64

/** Up to three of the candidates, nearest first, of these the nearest in length: `Proxi` among Proxy, Auto gives Proxy. Case and blanks count little. */
export function nearestNames(name: string, candidates: readonly string[], most = 3): string[] {
  const wanted = fold(name)
  const scored: { candidate: string; score: number; longer: number }[] = []
  for (const candidate of candidates.slice(0, MOST_CANDIDATES)) {
    const folded = fold(candidate)
    const limit = Math.max(1, Math.floor(Math.max(wanted.length, folded.length) / 2))
    const score = holds(folded, wanted) ? Math.min(1, limit) : distance(wanted, folded, limit)
    const longer = Math.abs(folded.length - wanted.length)
    if (score <= limit) scored.push({ candidate, score: folded === wanted ? -1 : score, longer })
  }
  scored.sort((a, b) => a.score - b.score || a.longer - b.longer)
  return scored.slice(0, most).map(({ candidate }) => candidate)
}

const SHORT = 5

/** The candidate that was meant for certain: it differs in case, or by a slip of the pen, and no other one does. */
export function certainName(name: string, candidates: readonly string[]): string | undefined {
  const wanted = fold(name)
  const most = wanted.length < SHORT ? 1 : 2
  const near = candidates
    .slice(0, MOST_CANDIDATES)
    .filter((candidate) => distance(wanted, fold(candidate), most) <= most)
  return near.length === 1 && near[0] !== name && wanted.length > 2 ? near[0] : undefined
}

function fold(name: string): string {
  return name.slice(0, MOST_CHARACTERS).normalize('NFC').toLowerCase().replaceAll(' ', '')
}

function holds(a: string, b: string): boolean {
  return a.length > 1 && b.length > 1 && (a.includes(b) || b.includes(a))
}

/** Edits from one to the other, or more than `limit`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}
