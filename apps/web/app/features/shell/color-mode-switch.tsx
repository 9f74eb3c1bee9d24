import { useTranslations } from 'use-intl'
import { COLOR_MODES, colorMode, setColorMode } from '../../lib/color-mode.ts'
import { useStore } from '../../lib/store.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MODE_ICONS } from '../../ui/mode-icons.ts'

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
        chosen: each === mode,
        onSelect: () => setColorMode(each),
      }))}
    />
  )
}
