import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { COLOR_MODES, colorMode, setColorMode } from '../../lib/color-mode.ts'
import { LOCALE_LABELS, LOCALES, localeCookie, localizedPath } from '../../lib/locale.ts'
import { useStore } from '../../lib/store.ts'
import { changeUiSettings, uiSettings, type UiSettings } from '../../lib/ui-settings.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Choice } from '../../ui/choice.tsx'

const NONE: UiSettings = {}

/** Everything here is in force as soon as it is chosen. */
export function AppearanceSettings() {
  const t = useTranslations()
  const locale = useRouteLocale()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const mode = useStore(colorMode, 'system')
  const { density, fontSize, motion, flags = true, shortcuts = true } = useStore(uiSettings, NONE)
  const onOff = [
    { value: 'on', label: t('settings.on') },
    { value: 'off', label: t('settings.off') },
  ] as const

  return (
    <div className="max-w-3xl">
      <Choice
        legend={t('settings.appearanceLanguage')}
        name="language"
        value={locale}
        options={LOCALES.map((value) => ({ value, label: LOCALE_LABELS[value] }))}
        onChange={(next) => {
          document.cookie = localeCookie(next)
          void navigate(localizedPath(next, pathname), { preventScrollReset: true, replace: true })
        }}
      />
      <Choice
        legend={t('settings.colorMode')}
        name="color-mode"
        value={mode}
        options={COLOR_MODES.map((value) => ({ value, label: t(`app.colorMode.${value}`) }))}
        onChange={setColorMode}
      />
      <Choice
        legend={t('settings.density')}
        name="density"
        value={density ?? 'default'}
        options={[
          { value: 'compact', label: t('settings.densityCompact') },
          { value: 'default', label: t('settings.densityDefault') },
          { value: 'comfortable', label: t('settings.densityComfortable') },
        ]}
        onChange={(density) => changeUiSettings({ density })}
      />
      <Choice
        legend={t('settings.fontSize')}
        name="font-size"
        value={fontSize ?? 'default'}
        options={[
          { value: 'default', label: t('settings.fontDefault') },
          { value: 'large', label: t('settings.fontLarge') },
        ]}
        onChange={(fontSize) => changeUiSettings({ fontSize })}
      />
      <Choice
        legend={t('settings.motion')}
        name="motion"
        value={motion ?? 'system'}
        options={[
          { value: 'system', label: t('settings.motionSystem') },
          { value: 'reduced', label: t('settings.motionReduced') },
        ]}
        onChange={(motion) => changeUiSettings({ motion })}
      />
      <Choice
        legend={t('settings.flags')}
        name="flags"
        value={flags ? 'on' : 'off'}
        options={onOff}
        onChange={(value) => changeUiSettings({ flags: value === 'on' })}
      />
      <Choice
        legend={t('settings.shortcuts')}
        name="shortcuts"
        value={shortcuts ? 'on' : 'off'}
        options={onOff}
        onChange={(value) => changeUiSettings({ shortcuts: value === 'on' })}
      />
    </div>
  )
}
