import type { OutputId } from '@switchyard/convert'
import type { EngineReport } from '../engine/engine-output.ts'
import type { FetchedSource } from './source-texts.ts'

/** What became of the entries of an address. */
interface Reported {
  to: OutputId
  report: EngineReport
  failed: readonly FetchedSource[]
  ignored: readonly string[]
}

const COUNTS = ['entries', 'output', 'skipped', 'duplicates', 'excluded', 'refused', 'doubtful'] as const

/**
 * The header that programs read: `entries=43 output=37 skipped=5 … failed=2:b.example.com:timeout`. A source stands in it
 * by its number and its host; `stale` ones failed too, and gave what they said before.
 */
export function reportLine({ to, report, failed, ignored }: Reported): string {
  const sources = (isStale: boolean) =>
    failed
      .filter(({ said }) => isStale === (said !== undefined))
      .map(nameOf)
      .join(',')
  const parts: readonly (readonly [name: string, value: string | number])[] = [
    ...COUNTS.map((name) => [name, report[name]] as const),
    ['target', to],
    ['lists-missing', report.issues.filter(({ code }) => code === 'list-missing').length],
    ['failed', sources(false)],
    ['stale', sources(true)],
    ['ignored', ignored.join(',')],
  ]
  const isCount = new Set<string>(COUNTS)
  return parts
    .filter(([name, value]) => isCount.has(name) || (value !== '' && value !== 0))
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
}

function nameOf({ number, host, failure }: FetchedSource): string {
  const { reason = '', status } = failure ?? {}
  return [number, host, status === undefined ? reason : `${reason}-${status}`].join(':')
}
