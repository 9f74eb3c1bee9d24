import { isRecord } from '@switchyard/convert/record'
import { onSessionEnd } from '../../lib/session.ts'
import { createStore } from '../../lib/store.ts'
import { changeUiSettings, uiSettings, type UiSettings } from '../kept-settings/ui-settings.ts'
import { knownServices, type ShortService } from './short-service.ts'

/** The services that a person described, and the one that is used; undefined: the built-in one. */
export interface ShortServices {
  services: readonly ShortService[]
  chosen: ShortService | undefined
}

export function shortServices({ shortLinks }: UiSettings = uiSettings.get()): ShortServices {
  const given = isRecord(shortLinks) ? shortLinks : {}
  const services = knownServices(given['services'])
  return { services, chosen: services.find(({ id }) => id === given['chosen']) }
}

export function keepShortServices({ services, chosen }: ShortServices): void {
  changeUiSettings({ shortLinks: { services, ...(chosen ? { chosen: chosen.id } : {}) } })
}

/** The keys to the services that this tab alone has, by id. */
export const shortTokens = createStore<Readonly<Record<string, string>>>({})

onSessionEnd(() => shortTokens.set({}))
