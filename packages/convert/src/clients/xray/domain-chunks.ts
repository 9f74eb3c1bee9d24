/**
 * How long Xray takes to build the table of a rule's names. It looks for a hash under which no two names of a bucket
 * fall on one place, and where many names share a bucket and the table is almost full it looks for years: 500 names
 * `h1.example1.com` to `h500.example500.com` never end (measured, and counted from common/strmatcher/mph_matcher.go of
 * Xray 26.3.27). Which names share a bucket is known before, so that such lists are split.
 */

const PRIME = 16_777_619
const DOT = 46
/** About half a second. */
const MOST_TRIES = 1e7
/** How full the table of a part may be: places are easily found in it. */
const PART_LOAD = 0.6

/** Values of a rule's `domain` as lists that Xray reads at once; usually one. */
export function domainChunks(values: readonly string[]): (readonly string[])[] {
  if (values.length <= 1 || expectedTries(values) <= MOST_TRIES) return [values]
  // Places are a power of two. Halves would be as full as the whole; a part that just needs as many places is not.
  const size = Math.min(Math.floor(powerAbove(values.length) * PART_LOAD), Math.ceil(values.length * PART_LOAD))
  return [...domainChunks(values.slice(0, size)), ...domainChunks(values.slice(size))]
}

/** How many hashes are tried before the table stands. */
function expectedTries(values: readonly string[]): number {
  const hashes = hashesOf(values)
  const count = hashes.length
  const sizes = new Uint32Array(powerAbove(Math.floor(count / 4)))
  for (const hash of hashes) sizes[hash & (sizes.length - 1)]!++
  const places = powerAbove(count)
  let taken = 0
  let tries = 0
  // The fullest bucket first, as Xray does it.
  for (const size of sizes.sort().toReversed()) {
    let chance = 1
    for (let index = 0; index < size; index++) chance *= (places - taken - index) / places
    tries += 1 / chance
    taken += size
  }
  return tries
}

/** One for each `full:` name, two for each `domain:`: itself and what ends in it. Others stand in no table. */
function hashesOf(values: readonly string[]): number[] {
  const hashes: number[] = []
  for (const value of values) {
    const isSuffix = value.startsWith('domain:')
    if (!isSuffix && !value.startsWith('full:')) continue
    const hash = hashOf(value, isSuffix ? SUFFIX_START : FULL_START)
    hashes.push(hash)
    if (isSuffix) hashes.push((Math.imul(hash, PRIME) + DOT) >>> 0)
  }
  return hashes
}

const SUFFIX_START = 'domain:'.length
const FULL_START = 'full:'.length

/** Of the name behind `start`, from the last character to the first, in lower case. Names are ASCII here. */
function hashOf(value: string, start: number): number {
  let hash = 0
  for (let at = value.length - 1; at >= start; at--) {
    const code = value.charCodeAt(at)
    hash = (Math.imul(hash, PRIME) + (code >= UPPER_A && code <= UPPER_Z ? code + TO_LOWER : code)) >>> 0
  }
  return hash
}

const UPPER_A = 65
const UPPER_Z = 90
const TO_LOWER = 32

/** The power of two above a number: 3 -> 4, 4 -> 8. */
function powerAbove(number: number): number {
  return number <= 1 ? 1 : 2 ** (32 - Math.clz32(number))
}
