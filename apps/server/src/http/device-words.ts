/** Words of a User-Agent, the telling ones first: Edge and Opera call themselves Chrome too, and Chrome Safari. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** What a person calls the device of a User-Agent: `Firefox · Windows`. Empty for what is none of these. */
export function deviceWords(userAgent: string): string {
  const wordOf = (table: readonly (readonly [string, string])[]) =>
    table.find(([sign]) => userAgent.includes(sign))?.[1] ?? ''
  return [wordOf(BROWSERS), wordOf(SYSTEMS)].filter(Boolean).join(' · ')
}
