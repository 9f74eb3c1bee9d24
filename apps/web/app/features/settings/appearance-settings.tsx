import { useSyncExternalStore, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { COLOR_MODES, colorMode, setColorMode } from '../../lib/color-mode.ts'
import { LOCALE_LABELS, LOCALES } from '../../lib/locale.ts'
import { useStore } from '../../lib/store.ts'
import {
  changeUiSettings,
  DENSITIES,
  FONT_SIZES,
  MOTIONS,
  uiSettings,
  type UiSettings,
} from '../../components/kept-settings/ui-settings.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { useSwitchLocale } from '../../lib/use-switch-locale.ts'
import { Switch } from '../../ui/checkbox.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { MODE_ICONS } from '../../ui/mode-icons.ts'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { RemoteIcon } from '../../ui/remote-icon.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx'

const NONE: UiSettings = {}

const neverChanges = () => () => {}
const hasCoarsePointer = () => matchMedia('(pointer: coarse)').matches

/** Everything here is in force as soon as it is chosen. */
export function AppearanceSettings() {
  const t = useTranslations()
  const locale = useRouteLocale()
  const switchLocale = useSwitchLocale()
  const mode = useStore(colorMode, 'system')
  const isTouch = useSyncExternalStore(neverChanges, hasCoarsePointer, () => false)
  const { density, fontSize, motion, flags = true, shortcuts = true } = useStore(uiSettings, NONE)

  return (
    <>
      <SettingGroup title={t('settings.display')}>
        <SettingRow title={t('settings.appearanceLanguage')}>
          <Select
            aria-label={t('settings.appearanceLanguage')}
            className="w-full sm:w-44"
            value={locale}
            choices={LOCALES.map((value) => ({ value, label: LOCALE_LABELS[value] }))}
            onChange={switchLocale}
          />
        </SettingRow>
        <div className="p-4">
          <RadioCards
            layout="row"
            legend={t('settings.colorMode')}
            value={mode}
            onChange={setColorMode}
            cards={COLOR_MODES.map((value) => ({
              value,
              label: t(`app.colorMode.${value}`),
              icon: MODE_ICONS[value],
            }))}
          />
        </div>
        <div className="p-4">
          <RadioCards
            layout="row"
            legend={t('settings.density')}
            value={density ?? (isTouch ? 'comfortable' : 'default')}
            onChange={(density) => changeUiSettings({ density })}
            cards={DENSITIES.map((value) => ({
              value,
              label: t(`settings.densityName.${value}`),
              note: t(`settings.densityText.${value}`),
            }))}
          />
        </div>
        <SettingRow title={t('settings.fontSize')}>
          <Select
            aria-label={t('settings.fontSize')}
            className="w-full sm:w-44"
            value={fontSize ?? 'default'}
            choices={FONT_SIZES.map((value) => ({ value, label: t(`settings.fontSizeName.${value}`) }))}
            onChange={(fontSize) => changeUiSettings({ fontSize })}
          />
        </SettingRow>
        <SettingRow title={t('settings.motion')} text={t('settings.motionText')}>
          <Select
            aria-label={t('settings.motion')}
            className="w-full sm:w-44"
            value={motion ?? 'system'}
            choices={MOTIONS.map((value) => ({ value, label: t(`settings.motionName.${value}`) }))}
            onChange={(motion) => changeUiSettings({ motion })}
          />
        </SettingRow>
      </SettingGroup>
      <SettingGroup title={t('settings.behaviour')}>
        <SettingRow
          title={t('settings.flags')}
          text={
            <>
              {t('settings.flagsText')}
              <SampleRegions flags={flags} />
            </>
          }
        >
          <Switch aria-label={t('settings.flags')} checked={flags} onChange={(flags) => changeUiSettings({ flags })} />
        </SettingRow>
        <SettingRow
          title={t('settings.shortcuts')}
          text={t.rich('settings.shortcutsText', { key: asKey, mod: modKey })}
        >
          <Switch
            aria-label={t('settings.shortcuts')}
            checked={shortcuts}
            onChange={(shortcuts) => changeUiSettings({ shortcuts })}
          />
        </SettingRow>
      </SettingGroup>
    </>
  )
}

const asKey = (word: ReactNode) => <kbd className="kbd">{word}</kbd>
const modKey = () => <Kbd keys="mod" />

// Always the same ones: which regions a person's nodes are in is asked of nobody.
const SAMPLE_REGIONS = ['hk', 'jp', 'us'] as const

/** How regions look with and without flags, told by the flags themselves. */
function SampleRegions({ flags }: { flags: boolean }) {
  return (
    <span className="mt-1 flex gap-3" aria-hidden="true">
      {SAMPLE_REGIONS.map((code) => (
        <span key={code} className="flex items-center gap-1">
          {flags && <RemoteIcon name={`circle-flags:${code}`} />}
          {code.toUpperCase()}
        </span>
      ))}
    </span>
  )
}
