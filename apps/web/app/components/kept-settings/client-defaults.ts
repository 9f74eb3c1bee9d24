import { type ClientId, isInterval, type OutputId, PORT_MAX, TOLERANCE_MAX_MS } from '@switchyard/convert/facts'
import { isRecord } from '@switchyard/convert/record'
import type { BuiltinName } from '@switchyard/recipe/model'
import { changeUiSettings, uiSettings } from './ui-settings.ts'

/** The templates of the engine. The door that has them brings all names of groups, which is too much for a light page. */
export const ENGINE_TEMPLATES = ['minimal', 'standard', 'full'] as const satisfies readonly BuiltinName[]

/** What new conversions to a client, and its new configs, start from. What is absent is the product's own. */
export interface ClientDefaults {
  template?: BuiltinName
  excludes?: readonly string[]
  mixedPort?: number
  controllerPort?: number
  urlTestInterval?: string
  tolerance?: number
  probeUrl?: string
}

/** The defaults as this browser has them. */
export function clientDefaults(client: OutputId, kept = uiSettings.get().clients ?? {}): ClientDefaults {
  return Object.hasOwn(kept, client) ? knownDefaults(kept[client]) : {}
}

/** With nothing in them, those of the product count again. */
export function keepClientDefaults(client: ClientId, defaults: ClientDefaults): void {
  const { [client]: _, ...others } = uiSettings.get().clients ?? {}
  const kept = knownDefaults(defaults)
  changeUiSettings({ clients: Object.keys(kept).length === 0 ? others : { ...others, [client]: kept } })
}

/** What of a value may be said of a client; all else of it is left out. */
function knownDefaults(given: unknown): ClientDefaults {
  if (!isRecord(given)) return {}
  const { excludes, mixedPort, controllerPort, urlTestInterval, tolerance, probeUrl } = given
  const template = ENGINE_TEMPLATES.find((name) => name === given['template'])
  return {
    ...(template ? { template } : {}),
    ...(Array.isArray(excludes) ? { excludes: excludes.filter((one) => typeof one === 'string') } : {}),
    ...(isWhole(mixedPort, 1, PORT_MAX) ? { mixedPort } : {}),
    ...(isWhole(controllerPort, 1, PORT_MAX) ? { controllerPort } : {}),
    ...(typeof urlTestInterval === 'string' && isInterval(urlTestInterval) ? { urlTestInterval } : {}),
    ...(isWhole(tolerance, 0, TOLERANCE_MAX_MS) ? { tolerance } : {}),
    ...(typeof probeUrl === 'string' && isProbeUrl(probeUrl) ? { probeUrl } : {}),
  }
}

function isWhole(value: unknown, min: number, max: number): value is number {
  return Number.isInteger(value) && Number(value) >= min && Number(value) <= max
}

export const isProbeUrl = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)
