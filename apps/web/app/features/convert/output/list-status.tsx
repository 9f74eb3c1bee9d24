import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useConvertState, useSession } from '../session/use-convert.ts'
import { StatusNotice } from './status-notice.tsx'

interface Props {
  /** The row of the missing lists is on the screen, so the notice is not shown again. */
  isTold?: boolean | undefined
}

/** Says which rule lists are loading or missing. It asks the user before lists are fetched from a new host. */
export function ListStatus({ isTold = false }: Props) {
  const t = useTranslations('convert.status')
  const session = useSession()
  const { result, lists } = useConvertState()
  const [asked] = Object.entries(lists.asking)
  const [denied] = Object.keys(lists.denied)
  const less = result?.issues.find(({ code }) => code === 'routes-less')
  if (lists.waiting > 0) return <StatusNotice text={t('lists', { n: lists.waiting })} />
  // A failed result uses no lists. So nobody is asked about them.
  if (result?.error) return null
  if (asked) {
    const [host, n] = asked
    return (
      <div
        role="group"
        aria-label={t('listsAsk')}
        data-testid="lists-ask"
        className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 border-b border-line bg-info-soft px-3 py-1.5 text-sm"
      >
        <Icon name="info" className="size-4 text-info" />
        <p className="font-medium max-sm:col-span-2">{t('listsMissing', { n })}</p>
        <p className="col-span-full col-start-2 text-xs leading-5 text-balance break-keep wrap-anywhere text-muted">
          {t('listsFrom', { host })}
        </p>
        <span className="flex gap-2 max-sm:col-span-full *:h-7! *:text-sm! pointer-coarse:*:h-8! max-sm:mt-1 max-sm:*:flex-1 sm:col-start-3 sm:row-start-1">
          <Button size="small" onClick={() => session.desk.answerLists(host, 'allow')}>
            {t('listsAllow')}
          </Button>
          <Button size="small" look="ghost" onClick={() => session.desk.answerLists(host, 'deny')}>
            {t('listsDeny')}
          </Button>
        </span>
      </div>
    )
  }
  if ((less && isTold) || (!less && lists.missing === 0)) return null
  return (
    <StatusNotice text={less?.message ?? t('listsFailed', { n: lists.missing })} isWarning={less !== undefined}>
      {denied === undefined ? (
        <Button size="small" onClick={() => session.desk.retryLists()}>
          {t('retry')}
        </Button>
      ) : (
        <Button size="small" onClick={() => session.desk.answerLists(denied, 'allow')}>
          {t('listsAllowHost', { host: denied })}
        </Button>
      )}
    </StatusNotice>
  )
}
