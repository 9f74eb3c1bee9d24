import { useTranslations } from 'use-intl'
import type { SubscriptionAddress } from '@switchyard/recipe/model'
import { hostOf, isPlainHttp } from '../../../components/engine/host-of.ts'
import { useStore } from '../../../lib/store.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { Button, type ButtonSize } from '../../../ui/button.tsx'
import { TEXT_SOURCE } from '@switchyard/recipe/model'
import { useFixTools } from '../nodes/use-fixes.ts'
import type { SourceState } from '../../../components/engine/desk-state.ts'
import { useSession, useStatePart } from '../session/use-convert.ts'
import { fetchAddresses } from './add-addresses.ts'

const NO_SOURCES: Readonly<Record<string, SourceState>> = {}
const NONE: readonly SubscriptionAddress[] = []

/** The addresses that wait in the text. */
export function useAddresses(): readonly SubscriptionAddress[] {
  return useStore(useSession().desk.sources, NO_SOURCES)[TEXT_SOURCE]?.info?.addresses ?? NONE
}

/** Whether there is no result because nothing was fetched yet: nothing went wrong. */
export function useIsWaiting(): boolean {
  return useStatePart(({ result }) => {
    if (result?.error?.code !== 'no-nodes') return false
    const { entries, toFetch } = result.counts
    return toFetch > 0 && toFetch === entries
  })
}

interface Props {
  addresses: readonly SubscriptionAddress[]
  size?: ButtonSize
}

/** The one next step: it names where the browser will ask. */
export function ToFetchButtons({ addresses, size = 'medium' }: Props) {
  const t = useTranslations('convert')
  const tf = useTranslations('fetching')
  const session = useSession()
  const isOnline = useOnline()
  const [first] = addresses
  if (!first) return null
  if (addresses.length === 1) return <AddressButtons address={first} size={size} isPrimary />
  return (
    <Button
      look="solid"
      size={size}
      disabled={!isOnline}
      data-testid="fetch-all"
      onClick={() => fetchAddresses(session, addresses, t)}
    >
      {tf('fetchAll', { n: addresses.length })}
    </Button>
  )
}

interface AddressProps {
  address: SubscriptionAddress
  size: ButtonSize
  /** It is the only address. */
  isPrimary?: boolean
}

/** What can be done about an address in the text. From that of a converter, what stands in it is taken. */
export function AddressButtons({ address, size, isPrimary = false }: AddressProps) {
  const t = useTranslations('convert')
  const tf = useTranslations('fetching')
  const session = useSession()
  const tools = useFixTools()
  const isOnline = useOnline()
  const { url, holds } = address
  const host = hostOf(url)
  const isPlain = isPlainHttp(url)
  const look = isPrimary ? ({ look: 'solid' } as const) : {}
  return (
    <>
      {holds !== undefined && (
        <Button {...look} size={size} data-testid="take-held" onClick={() => tools.restore(address)}>
          {tf('takeHeld')}
        </Button>
      )}
      <Button
        {...(holds === undefined ? look : {})}
        size={size}
        className="max-w-full min-w-0"
        data-testid="fetch-address"
        disabled={!isOnline && !isPlain}
        onClick={() => fetchAddresses(session, [address], t)}
      >
        <span className="truncate">{isPlain ? tf('chooseWay') : tf('fetchFrom', { host })}</span>
      </Button>
    </>
  )
}
