import { type ClientId, type ConvertSettings, knownSettings, type OutputId } from '@switchyard/recipe/model'
import { changeUiSettings, uiSettings } from './ui-settings.ts'

const KEYS = [
  'template', 'excludes', 'mixedPort', 'controllerPort', 'urlTestInterval', 'tolerance', 'probeUrl',
] as const // oxfmt-ignore

/** What new conversions to a client, and its new configs, start from. What is absent is the product's own. */
export type ClientDefaults = Partial<Pick<ConvertSettings, (typeof KEYS)[number]>>

/** The defaults as this browser has them. An own template is none: its text stands in another place. */
export function clientDefaults(client: OutputId, kept = uiSettings.get().clients): ClientDefaults {
  return Object.hasOwn(kept ?? {}, client) ? knownSettings(kept?.[client], KEYS) : {}
}

/** Undefined, or nothing in it: those of the product. */
export function keepClientDefaults(client: ClientId, defaults: ClientDefaults): void {
  const { [client]: _, ...others } = uiSettings.get().clients ?? {}
  const kept = knownSettings(defaults, KEYS)
  changeUiSettings({ clients: Object.keys(kept).length === 0 ? others : { ...others, [client]: kept } })
}
