import { useFormatter, useTranslations } from 'use-intl'
import { useAppConfig } from '../../lib/app-config.ts'
import type { PresetFailure } from './load-presets.ts'
import { presetHost } from './preset-place.ts'

/** Why the code host gave nothing, in words, with the time when it may be asked again. */
export function usePresetFailure(): (failure: PresetFailure) => string {
  const t = useTranslations('presets')
  const format = useFormatter()
  const host = presetHost(useAppConfig().presetsBase)
  return ({ code, status = 0, retryAt }) => {
    if (code !== 'rate-limited' || retryAt === undefined) return t(`failure.${code}`, { host, status })
    const isToday = new Date(retryAt).toDateString() === new Date().toDateString()
    const time = format.dateTime(retryAt, { timeStyle: 'short', ...(isToday ? {} : { dateStyle: 'medium' }) })
    return t('failure.rate-limited', { host, time })
  }
}
