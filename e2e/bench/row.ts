/** One figure of the page beside the same of the bare page. */
export interface Row {
  what: string
  unit: 'ms' | 'fps' | '%' | 'requests/s' | ''
  value: number
  /** The same on the bare page or at the floor; null where neither has it. */
  bare: number | null
  ratio: number | null
  /** What was promised; '' where nothing was. */
  budget: string
}

export function row(what: string, unit: Row['unit'], value: number, bare: number | null, budget = ''): Row {
  return {
    what,
    unit,
    value: rounded(value),
    bare: bare === null ? null : rounded(bare),
    ratio: bare === null || bare === 0 ? null : rounded(value / bare),
    budget,
  }
}

export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The smallest value that so many percent of all do not pass. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0
}

function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100
}

export function table(rows: readonly Row[]): string {
  const cell = (value: number | null, unit = '') => (value === null ? '–' : `${value}${unit && ` ${unit}`}`)
  return [
    '| | ours | bare | ratio | budget |',
    '|---|--:|--:|--:|---|',
    ...rows.map(
      ({ what, unit, value, bare, ratio, budget }) =>
        `| ${what} | ${cell(value, unit)} | ${cell(bare, unit)} | ${cell(ratio)} | ${budget} |`,
    ),
  ].join('\n')
}
