/** The numbers of the longest part of a list that rises, in a time that hardly grows faster than the list. */
export function longestRising(numbers: readonly number[]): ReadonlySet<number> {
  /** For each length the place of the smallest last number of a rising part of that length. */
  const ends: number[] = []
  const before: (number | undefined)[] = []
  numbers.forEach((number, at) => {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (numbers[ends[middle]!]! < number) low = middle + 1
      else high = middle
    }
    before.push(low === 0 ? undefined : ends[low - 1])
    ends[low] = at
  })
  const found = new Set<number>()
  for (let at = ends.at(-1); at !== undefined; at = before[at]) found.add(numbers[at]!)
  return found
}
