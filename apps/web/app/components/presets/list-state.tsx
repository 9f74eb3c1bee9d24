import { useFormatter, useTranslations } from 'use-intl'
import { useAppConfig } from '../../lib/app-config.ts'
import { Button } from '../../ui/button.tsx'
import { BUNDLED_COMMIT } from './bundled-presets.ts'
import type { ListedPresets, PresetAnswer } from './load-presets.ts'
import { presetHost } from './preset-place.ts'
import { usePresetFailure } from './preset-words.ts'
import { Said } from './said.tsx'

const COMMIT_SHOWN = 7

interface Props {
  list: PresetAnswer<ListedPresets>
  isLoading: boolean
  onRefresh: () => void
}

/** Where a list of presets comes from, from when it is, and why it is no newer. */
export function ListState({ list: { value, failure }, isLoading, onRefresh }: Props) {
  const t = useTranslations('presets')
  const format = useFormatter()
  const words = usePresetFailure()
  const host = presetHost(useAppConfig().presetsBase)
  if (isLoading)
    return (
      <p role="status" className="text-sm text-muted">
        {t('loading')}
      </p>
    )
  const time =
    value && format.dateTime(value.at, { dateStyle: 'medium', ...(value.isBundled ? {} : { timeStyle: 'short' }) })
  const again = (
    <Button size="small" icon="refresh-cw" data-testid="preset-refresh" onClick={onRefresh}>
      {t('refresh')}
    </Button>
  )
  if (failure) {
    const reason = words(failure)
    const text =
      value === undefined
        ? reason
        : value.isBundled
          ? t('bundled', { reason, date: time!, commit: BUNDLED_COMMIT.slice(0, COMMIT_SHOWN) })
          : t('copy', { reason, time: time! })
    return (
      <Said isWarning={value !== undefined} text={text}>
        {again}
      </Said>
    )
  }
  return (
    value && (
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <p role="status">{t('count', { count: value.files.length, host, time: time! })}</p>
        {again}
      </div>
    )
  )
}
