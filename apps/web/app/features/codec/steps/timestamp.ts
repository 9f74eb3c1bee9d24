import { ofText, refused } from './step.ts'

const NUMBER = /^[-+]?\d{1,17}(?:\.\d{1,9})?$/
const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ]+(\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?) ?(Z|[-+]\d\d:?\d\d)?)?$/i
/** Numbers below are seconds (to the year 5138), then milliseconds, then microseconds. */
const SECONDS_BELOW = 1e11
const MILLISECONDS_BELOW = 1e14

const SPELLINGS = {
  s: (time: Date) => String(Math.floor(time.getTime() / 1000)),
  ms: (time: Date) => String(time.getTime()),
  iso: (time: Date) => time.toISOString(),
  local: localIso,
}

/** One time a line: seconds, milliseconds or a date. A date without a zone is in the zone of the device. */
export const convertTime = ofText((text, { as = 'all' }) => {
  const lines = text.split('\n').map((line) => line.trim()) // oxfmt-ignore
  const times: Date[] = []
  for (const [index, line] of lines.entries()) {
    if (line === '') continue
    const time = readTime(line)
    if (time === undefined) return refused('time', { line: index + 1 })
    times.push(time)
  }
  if (times.length === 0) return refused('empty')
  // The line itself has just looked.
  const write = Object.hasOwn(SPELLINGS, as) ? SPELLINGS[as as keyof typeof SPELLINGS] : undefined
  if (write !== undefined) return { data: times.map(write).join('\n') }
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const all = times.map((time) => ({
    seconds: time.getTime() / 1000,
    milliseconds: time.getTime(),
    utc: SPELLINGS.iso(time),
    local: localIso(time),
    zone: timeZone,
  }))
  return { data: JSON.stringify(all.length === 1 ? all[0] : all, null, 2) }
})

/** The time that a line says; undefined where it says none. */
export function readTime(line: string): Date | undefined {
  const time = new Date(NUMBER.test(line) ? millisecondsOf(Number(line)) : dateOf(line))
  return Number.isNaN(time.getTime()) ? undefined : time
}

function millisecondsOf(number: number): number {
  const size = Math.abs(number)
  if (size < SECONDS_BELOW) return number * 1000
  return size < MILLISECONDS_BELOW ? number : number / 1000
}

function dateOf(line: string): string {
  const [, day = '', clock = '00:00', zone = ''] = DATE.exec(line) ?? []
  return day === '' ? '' : `${day}T${clock.replace(',', '.')}${zone.toUpperCase()}`
}

/** `2026-11-28T22:22:56.000+08:00`: the device's own zone. */
function localIso(time: Date): string {
  const offset = -time.getTimezoneOffset()
  const shifted = new Date(time.getTime() + offset * 60_000)
  if (Number.isNaN(shifted.getTime())) return time.toISOString()
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((n) =>
    `${n}`.padStart(2, '0'),
  )
  return shifted.toISOString().replace('Z', `${offset < 0 ? '-' : '+'}${hours}:${minutes}`)
}
