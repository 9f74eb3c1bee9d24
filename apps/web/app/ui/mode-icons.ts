import type { ColorMode } from '../lib/color-mode.ts'
import type { IconName } from './icons.ts'

export const MODE_ICONS: Record<ColorMode, IconName> = { system: 'monitor', light: 'sun', dark: 'moon' }
