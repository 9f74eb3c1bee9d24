/** A line that was told of, as it was then. */
export interface ToldLine {
  /** From 1. */
  line: number
  /** What it says, without the space around. */
  text: string
}

/**
 * Indexes of lines that were told of before others were put in or taken out: one has moved where no more lines say the
 * same than were told of; of several that do, only the one with its number is known to be meant.
 */
export function placesOf(told: readonly ToldLine[], lines: readonly string[]): number[] {
  const wanted = new Map<string, Set<number>>()
  for (const { line, text } of told) wanted.set(text, (wanted.get(text) ?? new Set()).add(line - 1))
  const places = Map.groupBy(lines.keys(), (index) => lines[index]!.trim())
  const found = [...wanted].flatMap(([text, numbers]) => {
    const now = places.get(text) ?? []
    return now.length <= numbers.size ? now : now.filter((index) => numbers.has(index))
  })
  return found.sort((a, b) => a - b)
}

/** The lines but for those at these indexes. */
export function withoutLines(lines: readonly string[], indexes: readonly number[]): string {
  const gone = new Set(indexes)
  return lines.filter((_, index) => !gone.has(index)).join('\n')
}
