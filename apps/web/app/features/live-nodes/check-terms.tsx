import { useTranslations } from 'use-intl'
import { askToSignIn } from '../../lib/sign-in-request.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useTerms } from './use-terms.ts'

/** From where nodes are checked and what that proves, always in sight; and why somebody may not check. */
export function CheckTerms() {
  const t = useTranslations('liveNodes')
  const tr = useTranslations('reach')
  const { data, error, isSignedIn, reload } = useTerms()
  return (
    <>
      <p className="flex shrink-0 items-start gap-1.5 border-b border-line px-3 py-1 text-xs leading-5 text-muted" data-testid="vantage">
        <Icon name="map-pin" className="mt-[3px] size-3.5" />
        <span>
          {tr('vantage', { place: data?.vantage ?? tr('thisMachine') })} · {tr('caveat')}
        </span>
      </p>
      {error !== undefined && !data && (
        <Banner icon="wifi-off" isWarning text={t('unreachable')}>
          <Button size="small" onClick={reload}>
            {t('retry')}
          </Button>
        </Banner>
      )}
      {data?.access === 'off' && <Banner icon="info" text={t('off')} />}
      {data?.access === 'users' && !data.mayCheck && (
        <Banner icon="lock" text={t('usersOnly')}>
          {!isSignedIn && (
            <Button size="small" onClick={() => void askToSignIn()} data-testid="sign-in-to-check">
              {t('signIn')}
            </Button>
          )}
        </Banner>
      )}
    </>
  ) // oxfmt-ignore
}
