const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Seconds of a duration with units, `10m` or `1h30m`; undefined for anything else. */
export function readDuration(text: string): number | undefined {
  if (!/^(?:\d{1,9}[smhd]){1,4}$/.test(text)) return undefined
  let seconds = 0
  for (const [, count, unit] of text.matchAll(/(\d{1,9})([smhd])/g)) seconds += Number(count) * SECONDS[unit!]!
  return seconds
}

/** Seconds in the largest unit that they fill: 600 is 10m. */
export function printDuration(seconds: number): string {
  if (seconds % 86_400 === 0) return `${seconds / 86_400}d`
  if (seconds % 3600 === 0) return `${seconds / 3600}h`
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`
}
