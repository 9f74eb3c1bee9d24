import { useTranslations } from 'use-intl'
import { COLOR_MODES, colorMode, setColorMode, type ColorMode } from '../../lib/color-mode.ts'
import { useStore } from '../../lib/store.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { IconName } from '../../ui/icons.ts'
import { Menu } from '../../ui/menu.tsx'

export const MODE_ICONS: Record<ColorMode, IconName> = { system: 'monitor', light: 'sun', dark: 'moon' }

export function ColorModeSwitch() {
  const t = useTranslations('app')
  const mode = useStore(colorMode, 'system')
  const label = t('colorModeNow', { mode: t(`colorMode.${mode}`) })
  return (
    <Menu
      label={label}
      align="end"
      trigger={<IconButton icon={MODE_ICONS[mode]} label={label} data-testid="mode-switch" className="size-8" />}
      items={COLOR_MODES.map((each) => ({
        id: each,
        label: t(`colorMode.${each}`),
        icon: MODE_ICONS[each],
        checked: each === mode,
        onSelect: () => setColorMode(each),
      }))}
    />
  )
}
