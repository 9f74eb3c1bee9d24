import { outputFacts } from '@switchyard/convert/facts'
import { isoDay } from '../../lib/iso-day.ts'
import type { OutputId } from '@switchyard/recipe/model'

/** `{name}-{target}-{yyyyMMdd}.yaml`, in the person's own day. */
export function outputFileName(name: string, target: OutputId, now: Date): string {
  const words = name.split(/[^\p{L}\p{N}_]/u).filter((word) => word !== '')
  const clean = words.join('-').slice(0, 60) || 'switchyard'
  const file = outputFacts(target).file
  return `${clean}-${file.name}-${dayOf(now)}.${file.extension}`
}

/** `switchyard-recipe-{yyyyMMdd}.json` */
export function recipeFileName(now: Date): string {
  return `switchyard-recipe-${dayOf(now)}.json`
}

function dayOf(now: Date): string {
  return isoDay(now).replaceAll('-', '')
}

/** What a file is named after: the only source, without the ending of its own file. */
export function nameOfSources(sources: readonly { name: string }[]): string {
  return sources.length === 1 ? sources[0]!.name.replace(/\.\w+$/, '') : ''
}
