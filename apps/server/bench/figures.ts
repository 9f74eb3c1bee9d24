/** The value below which that share of them lies: 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** With two digits behind the point. */
export function round(value: number): number {
  return Math.round(value * 100) / 100
}
