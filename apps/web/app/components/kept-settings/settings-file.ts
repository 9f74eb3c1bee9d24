import { isRecord } from '@switchyard/convert/record'
import { COLOR_MODES, colorMode, setColorMode, type ColorMode } from '../../lib/color-mode.ts'
import { changeUiSettings, parseUiSettings, uiSettings, type UiSettings } from './ui-settings.ts'
import { keepConvertSettings, keptSettings, lastConvertSettings } from './kept-settings.ts'

/** What the settings of this browser are in a file. Its sources, with their secrets, are only there where that was asked for. */
export interface SettingsFile {
  product: 'switchyard'
  version: 1
  colorMode?: ColorMode
  ui?: UiSettings
  /** The options of the converter, as an address says them. */
  convert?: string
  /** The sources of this device; read by the import of backups. */
  subscriptions?: readonly unknown[]
  /** Templates, mapping sets and injection sets of this device. */
  kept?: readonly unknown[]
}

/** The settings as they are now. */
export function exportSettings(): SettingsFile {
  const convert = lastConvertSettings()
  const all: SettingsFile = { product: 'switchyard', version: 1, colorMode: colorMode.get(), ui: uiSettings.get() }
  return convert ? { ...all, convert } : all
}

/** The known settings of a file; undefined when it is none of ours. */
export function readSettingsFile(text: string): SettingsFile | undefined {
  try {
    const given: unknown = JSON.parse(text)
    if (!isRecord(given) || given.product !== 'switchyard' || given.version !== 1) return undefined
    const mode = COLOR_MODES.find((each) => each === given.colorMode)
    const convert = typeof given.convert === 'string' ? keptSettings(given.convert) : ''
    const { subscriptions, kept } = given
    return {
      product: 'switchyard',
      version: 1,
      ...(convert ? { convert } : {}),
      ...(mode ? { colorMode: mode } : {}),
      ...(Array.isArray(subscriptions) && subscriptions.length > 0 ? { subscriptions } : {}),
      ...(Array.isArray(kept) && kept.length > 0 ? { kept } : {}),
      ui: parseUiSettings(JSON.stringify(given.ui ?? {})),
    }
  } catch {
    return undefined
  }
}

export interface SettingChange {
  name: keyof UiSettings | 'colorMode' | 'convert'
  /** undefined: it was never chosen. */
  from: unknown
  to: unknown
}

/** What a file would change, for a person to look at first. */
export function changesOf(file: SettingsFile): SettingChange[] {
  const { colorMode, convert, ui } = exportSettings()
  const now: Record<string, unknown> = { colorMode, convert, ...ui }
  const then = {
    ...(file.colorMode ? { colorMode: file.colorMode } : {}),
    ...(file.convert ? { convert: file.convert } : {}),
    ...file.ui,
  }
  return (
    Object.entries(then)
      .filter(([name, value]) => JSON.stringify(now[name]) !== JSON.stringify(value))
      // The keys of `then` are names of settings.
      .map(([name, to]) => ({ name: name as SettingChange['name'], from: now[name], to }))
  )
}

export function applySettings({ colorMode, ui, convert }: SettingsFile): void {
  if (colorMode) setColorMode(colorMode)
  if (convert) keepConvertSettings(convert)
  if (ui) changeUiSettings(ui)
}
