import { BadBytes } from './byte-reader.ts'

/** A set of texts as bits: a trie, its states in the order of their distance, as sing-box and mihomo keep names. */
export interface SuccinctSet {
  /** A bit for each state: whether a text ends there. */
  leaves: bigint[]
  /** For each state a 0 for each way on, then a 1. */
  labelBitmap: bigint[]
  labels: Uint8Array
}

/** Texts that are longer are none of ours. */
const LENGTH_MAX = 1024
/** More than any list has: few bytes may say very long texts. */
const STATES_MAX = 8 * 1024 * 1024
const ALL_LENGTH_MAX = 64 * 1024 * 1024

/** The texts of a set; throws BadBytes where they are too many. */
export function textsOfSet({ leaves, labelBitmap, labels }: SuccinctSet): string[] {
  const texts: string[] = []
  const paths: string[] = ['']
  let label = 0
  let bit = 0
  let length = 0
  if (labels.length > STATES_MAX) throw new BadBytes('too many states')
  for (let state = 0; state < paths.length; state++) {
    const path = paths[state]!
    if (bitAt(leaves, state)) {
      texts.push(path)
      length += path.length
      if (length > ALL_LENGTH_MAX) throw new BadBytes('too long')
    }
    for (; bit < labelBitmap.length * 64 && !bitAt(labelBitmap, bit); bit++) {
      if (label >= labels.length || path.length >= LENGTH_MAX) break
      paths.push(path + String.fromCharCode(labels[label++]!))
    }
    bit++
    // Only what is still ahead is kept.
    paths[state] = ''
  }
  return texts
}

/** The set of these texts, which are ASCII. */
export function setOfTexts(given: readonly string[]): SuccinctSet {
  const texts = [...new Set(given)].toSorted((a, b) => (a < b ? -1 : 1))
  const leaves: bigint[] = []
  const labelBitmap: bigint[] = []
  const labels: number[] = []
  let bit = 0
  const waiting = texts.length === 0 ? [] : [{ from: 0, to: texts.length, column: 0 }]
  for (let state = 0; state < waiting.length; state++) {
    const { from, to, column } = waiting[state]!
    let at = from
    setBit(leaves, state, texts[at]!.length === column)
    if (texts[at]!.length === column) at++
    while (at < to) {
      const start = at
      const code = texts[start]!.charCodeAt(column)
      while (at < to && texts[at]!.charCodeAt(column) === code) at++
      waiting.push({ from: start, to: at, column: column + 1 })
      labels.push(code)
      setBit(labelBitmap, bit++, false)
    }
    setBit(labelBitmap, bit++, true)
  }
  return { leaves, labelBitmap, labels: Uint8Array.from(labels) }
}

function bitAt(words: readonly bigint[], at: number): boolean {
  const word = words[at >> 6]
  return word !== undefined && ((word >> BigInt(at & 63)) & 1n) === 1n
}

function setBit(words: bigint[], at: number, isOn: boolean): void {
  while (words.length <= at >> 6) words.push(0n)
  if (isOn) words[at >> 6]! |= 1n << BigInt(at & 63)
}
