import { COLOR_MODES, colorMode, setColorMode, type ColorMode } from './color-mode.ts'
import { keepConvertSettings, keptSettings, lastConvertSettings } from './convert-settings.ts'
import { DATABASES } from './device-store.ts'
import { changeUiSettings, parseUiSettings, uiSettings, type UiSettings } from './ui-settings.ts'
import { isRecord } from '@switchyard/convert/record'

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
    const { subscriptions } = given
    return {
      product: 'switchyard',
      version: 1,
      ...(convert ? { convert } : {}),
      ...(mode ? { colorMode: mode } : {}),
      ...(Array.isArray(subscriptions) && subscriptions.length > 0 ? { subscriptions } : {}),
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

let isCleared = false
let channel: BroadcastChannel | undefined

/** Between the tabs. A page has one only: what it says itself it does not hear. */
function clearedChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('switchyard-cleared')
  return channel
}

/** Hears of another tab that removed everything. */
export function onClearedElsewhere(listener: () => void): void {
  clearedChannel().addEventListener('message', listener)
}

function reportOtherTabs(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  clearedChannel().postMessage(null)
}

/** Whether everything was removed: from then on this page keeps nothing any more. */
export function isLocalDataCleared(): boolean {
  return isCleared
}

/** Removes everything that this site keeps in this browser; what cannot be removed holds up nothing else. */
export async function clearLocalData(): Promise<void> {
  isCleared = true
  const steps = [
    reportOtherTabs,
    () => localStorage.clear(),
    () => sessionStorage.clear(),
    () => void (document.cookie = 'i18n_redirected=; Path=/; Max-Age=0; SameSite=Lax'),
    deleteDatabases,
    deleteCaches,
    removeWorkers,
  ]
  // Storage that is blocked keeps nothing; in a private window some of it is missing.
  await Promise.allSettled(steps.map(async (step) => step()))
}

async function deleteDatabases(): Promise<void> {
  const names = new Set<string>(DATABASES)
  // Firefox before 126 does not list them.
  const listed = await indexedDB.databases?.().catch(() => [])
  for (const { name } of listed ?? []) if (name) names.add(name)
  await Promise.allSettled([...names].map(deleteDatabase))
}

async function deleteCaches(): Promise<void> {
  // Over plain http there is no cache storage.
  if (!('caches' in globalThis)) return
  const names = await caches.keys()
  await Promise.allSettled(names.map((name) => caches.delete(name)))
}

async function removeWorkers(): Promise<void> {
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.allSettled(workers.map((worker) => worker.unregister()))
}

async function deleteDatabase(name: string): Promise<void> {
  const deleting = indexedDB.deleteDatabase(name)
  await new Promise<void>((resolve) => {
    // A tab that still reads holds it up; it goes when that one is done.
    for (const event of ['success', 'error', 'blocked'])
      deleting.addEventListener(event, () => resolve(), { once: true })
  })
}
