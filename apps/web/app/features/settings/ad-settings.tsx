import { useEffect, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { adFreeUntil, isAdCodeAsked, showAds, useAds } from '../../components/ads/ads.ts'
import { useAppConfig } from '../../lib/app-config.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx'

/** Whether this browser shows ads, and the code that hides them. */
export function AdSettings() {
  const t = useTranslations('settings')
  const { hasAdCodes } = useAppConfig()
  const ads = useAds()
  const until = useAdFreeUntil(ads)
  if (ads === 'none')
    return (
      <div className="card">
        <EmptyState icon="check" text={t('adsNone')} />
      </div>
    )
  return (
    <SettingGroup title={t('adsHere')}>
      <SettingRow title={t(`adsState.${ads}`)} text={ads === 'hidden' ? until : t('adsWhere')} isStacked>
        {ads === 'hidden' && <Button onClick={showAds}>{t('adsShow')}</Button>}
        {ads === 'shown' && hasAdCodes && (
          <Button look="solid" aria-haspopup="dialog" onClick={() => isAdCodeAsked.set(true)}>
            {t('adsEnter')}
          </Button>
        )}
      </SettingRow>
    </SettingGroup>
  )
}

/** Until when, in words. The server does not say it with the page. */
function useAdFreeUntil(ads: string): string | undefined {
  const t = useTranslations('settings')
  const format = useFormatter()
  const [until, setUntil] = useState<number>()
  useEffect(() => setUntil(adFreeUntil()), [ads])
  return until === undefined ? undefined : t('adsUntil', { date: format.dateTime(until, { dateStyle: 'long' }) })
}
