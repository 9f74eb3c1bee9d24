import { COLOR_MODES, colorMode, setColorMode, type ColorMode } from './color-mode.ts'
import { changeUiSettings, parseUiSettings, uiSettings, type UiSettings } from './ui-settings.ts'

/** What the settings of this browser are in a file. No node, link or token is ever among them. */
export interface SettingsFile {
  product: 'switchyard'
  version: 1
  colorMode?: ColorMode
  ui?: UiSettings
}

export function exportSettings(): SettingsFile {
  return { product: 'switchyard', version: 1, colorMode: colorMode.get(), ui: uiSettings.get() }
}

/** The known settings of a file; undefined when it is none of ours. */
export function readSettingsFile(text: string): SettingsFile | undefined {
  try {
    const given = Object(JSON.parse(text)) as Record<string, unknown>
    if (given.product !== 'switchyard' || given.version !== 1) return undefined
    const mode = COLOR_MODES.find((each) => each === given.colorMode)
    return {
      product: 'switchyard',
      version: 1,
      ...(mode ? { colorMode: mode } : {}),
      ui: parseUiSettings(JSON.stringify(given.ui ?? {})),
    }
  } catch {
    return undefined
  }
}

export interface SettingChange {
  name: keyof UiSettings | 'colorMode'
  /** undefined: it was never chosen. */
  from: unknown
  to: unknown
}

/** What a file would change, for a person to look at first. */
export function changesOf(file: SettingsFile): SettingChange[] {
  const now: Record<string, unknown> = { colorMode: colorMode.get(), ...uiSettings.get() }
  const then = { ...(file.colorMode ? { colorMode: file.colorMode } : {}), ...file.ui }
  return Object.entries(then)
    .filter(([name, value]) => JSON.stringify(now[name]) !== JSON.stringify(value))
    .map(([name, to]) => ({ name: name as SettingChange['name'], from: now[name], to }))
}

export function applySettings({ colorMode, ui }: SettingsFile): void {
  if (colorMode) setColorMode(colorMode)
  if (ui) changeUiSettings(ui)
}

let isCleared = false

/** Whether everything was removed: from then on this page keeps nothing any more. */
export function isLocalDataCleared(): boolean {
  return isCleared
}

/** Removes everything that this site keeps in this browser. */
export async function clearLocalData(): Promise<void> {
  isCleared = true
  for (const name of ['localStorage', 'sessionStorage'] as const)
    try {
      window[name].clear()
    } catch {
      // Storage is blocked: it keeps nothing.
    }
  document.cookie = 'i18n_redirected=; Path=/; Max-Age=0; SameSite=Lax'
  const databases = (await indexedDB.databases?.()) ?? []
  await Promise.all(databases.map(({ name }) => deleteDatabase(name ?? '')))
  // Over plain http there is no cache storage.
  if ('caches' in globalThis) for (const name of await caches.keys()) await caches.delete(name)
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? []
  for (const worker of workers) await worker.unregister()
}

function deleteDatabase(name: string): Promise<void> {
  const deleting = indexedDB.deleteDatabase(name)
  return new Promise((resolve) => {
    // A tab that still reads holds it up; it goes when that one is done.
    for (const event of ['success', 'error', 'blocked'])
      deleting.addEventListener(event, () => resolve(), { once: true })
  })
}
