import { outputFacts } from '@switchyard/convert/facts'
import type { OutputId } from '@switchyard/recipe/model'
import { chosenPositions, fileNameBy } from '../../../components/publish/positions.ts'
import { isoDay } from '../../../lib/iso-day.ts'
import { outputFileName } from '../../../components/node-list/output-file.ts'

/** What a person's own pattern makes of a name; without one for files, the usual name. */
export function ownFileName(name: string, target: OutputId, now: Date, given?: string): string {
  const pattern = given ?? chosenPositions().find(({ place }) => place === 'download')?.pattern
  if (pattern === undefined) return outputFileName(name, target, now)
  const file = outputFacts(target).file
  const parts = { name: name.trim() || 'switchyard', client: file.name, date: isoDay(now).replaceAll('-', '') }
  return fileNameBy(pattern, parts, file.extension)
}
