import { useTranslations } from 'use-intl'
import type { SubscriptionAddress } from '@switchyard/recipe/model'
import { hostOf, isPlainHttp } from '../../components/engine/host-of.ts'
import { useOnline } from '../../lib/use-online.ts'
import { Button } from '../../ui/button.tsx'

interface Props {
  addresses: readonly SubscriptionAddress[]
  fetching: ReadonlyMap<string, unknown>
  onFetch: (addresses: readonly SubscriptionAddress[]) => void
  /** Takes out what stands in the address of a converter. */
  onTakeHeld: (address: SubscriptionAddress) => void
}

const WIDE = 'max-sm:basis-full max-sm:justify-center min-w-0'

/** The next step with addresses in the box: one button that names whom the browser will ask. */
export function ToFetch({ addresses, fetching, onFetch, onTakeHeld }: Props) {
  const t = useTranslations('fetching')
  const isOnline = useOnline()
  const [first] = addresses
  if (!first) return null
  const host = hostOf(first.url)
  const isBusy = addresses.some(({ url }) => fetching.has(url))
  const isOne = addresses.length === 1
  const isHeld = isOne && first.holds !== undefined
  const isPlain = isOne && isPlainHttp(first.url)
  const words = isBusy
    ? t('fetchingFrom', { host })
    : isPlain
      ? t('chooseWay')
      : isOne
        ? t('fetchFrom', { host })
        : t('fetchAll', { n: addresses.length })
  return (
    <>
      {isHeld && <p className="basis-full px-1 text-sm text-muted">{t('holds', { n: first.holds ?? 0 })}</p>}
      <Button
        look={isHeld ? 'outline' : 'solid'}
        className={`ml-auto ${WIDE}`}
        data-testid="yard-fetch"
        disabled={isBusy || (!isOnline && !isPlain)}
        onClick={() => onFetch(addresses)}
      >
        <span className="truncate">{words}</span>
      </Button>
      {isHeld && (
        <Button look="solid" className={WIDE} data-testid="yard-take-held" onClick={() => onTakeHeld(first)}>
          {t('takeHeld')}
        </Button>
      )}
      {!isOnline && !isPlain && <p className="basis-full px-1 text-xs text-muted">{t('offline')}</p>}
    </>
  )
}
