/** A line that an issue was reported for, as it was at that time. */
export interface ReportedLine {
  /** From 1. */
  line: number
  /** What it says, without the space around. */
  text: string
}

/**
 * Where reported lines stand now, after others were added or removed. A line has moved if the text now holds at most as
 * many equal lines as were reported. If it holds more, only lines that still have their old number are taken.
 */
export function placesOf(reported: readonly ReportedLine[], lines: readonly string[]): number[] {
  const wanted = new Map<string, Set<number>>()
  for (const { line, text } of reported) wanted.set(text, (wanted.get(text) ?? new Set()).add(line - 1))
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
