import { outputFacts } from '@switchyard/convert/facts'
import type { TargetId } from '@switchyard/recipe/model'

/** `{name}-{target}-{yyyyMMdd}.yaml`, in the person's own day. */
export function outputFileName(name: string, target: TargetId, now: Date): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('')
  const words = name.split(/[^\p{L}\p{N}_]/u).filter((word) => word !== '')
  const clean = words.join('-').slice(0, 60) || 'switchyard'
  const file = outputFacts(target).file
  return `${clean}-${file.name}-${day}.${file.extension}`
}
