import { useTranslations } from 'use-intl'
import { useAppConfig } from '../../lib/app-config.ts'
import { isAdCodeAsked, useAds } from './ads.ts'

/**
 * Where an ad stands. It has its height before anything is loaded, and its frame an origin of its own: what runs in there
 * reads nothing of this page. docs/decisions/ads.md
 */
export function AdSlot() {
  const t = useTranslations('app')
  const { hasAdCodes } = useAppConfig()
  if (useAds() !== 'shown') return null
  return (
    <aside aria-label={t('ad')} className="mt-10 print:hidden" data-testid="ad">
      {hasAdCodes ? (
        <button
          type="button"
          className="target text-xs text-muted hover:text-fg hover:underline"
          aria-haspopup="dialog"
          onClick={() => isAdCodeAsked.set(true)}
        >
          {t('ad')}
        </button>
      ) : (
        <p className="text-xs text-muted">{t('ad')}</p>
      )}
      <iframe
        src="/_ad"
        title={t('ad')}
        sandbox="allow-scripts allow-popups"
        // The provider sees the name of this site, and neither the page nor what stands behind its `?`.
        referrerPolicy="no-referrer"
        loading="lazy"
        className="mt-1 block h-[250px] w-full rounded-lg border border-line bg-sunken scheme-light"
      />
    </aside>
  )
}
