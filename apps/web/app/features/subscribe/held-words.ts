import type { useTranslations } from 'use-intl'
import type { Item } from './item-repository.ts'

/** Why an answer waits, and whether anything is served meanwhile. */
export function heldWords(
  t: ReturnType<typeof useTranslations<'subscribe'>>,
  { held, good }: Pick<Item, 'held' | 'good'>,
  ago: (at: number) => string,
) {
  if (!held) return ''
  return t(`held.${held.reason}`, { nodes: held.nodes, time: ago(held.since), served: good ? 'yes' : 'no' })
}
