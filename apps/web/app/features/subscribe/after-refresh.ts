import type { useTranslations } from 'use-intl'
import type { DataOf } from '@switchyard/contract'
import { showToast } from '../../lib/toasts.ts'

type Translate = ReturnType<typeof useTranslations<'subscribe'>>

/** Says what came of a refresh: a source that was asked less than a minute ago is not asked again. */
export function reportRefresh(
  t: Translate,
  { sources, notAsked }: Pick<DataOf<'POST /api/outputs/:output/refresh'>, 'sources' | 'notAsked'>,
): void {
  const asked = sources.filter(({ id, lastTry }) => lastTry && !notAsked.includes(id))
  if (asked.length === 0 && notAsked.length > 0) return reportNotAsked(t)
  const namesOf = (items: typeof sources) => items.map(({ name }) => name).join(t('comma'))
  const failed = asked.filter(({ lastTry }) => lastTry?.result === 'failed')
  const rest = sources.filter(({ id }) => notAsked.includes(id))
  const said = failed.length > 0 ? t('refreshedPartly', { names: namesOf(failed) }) : t('refreshed')
  showToast({
    kind: failed.length > 0 || rest.length > 0 ? 'info' : 'success',
    text: rest.length > 0 ? t('refreshedRest', { message: said, names: namesOf(rest) }) : said,
  })
}

export function reportNotAsked(t: Translate): void {
  showToast({ kind: 'info', text: t('notAsked') })
}
