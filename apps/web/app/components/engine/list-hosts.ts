import { changeUiSettings, uiSettings, type ListAnswer } from '../kept-settings/ui-settings.ts'
import { hostOf } from './host-of.ts'

export type { ListAnswer }

/** What a person said about asking this host for rule lists; undefined: nothing yet. This site is not asked about. */
export function listAnswer(address: string): ListAnswer | undefined {
  if (URL.canParse(address) && new URL(address).origin === globalThis.location?.origin) return 'allow'
  const { listHosts = {} } = uiSettings.get()
  return Object.hasOwn(listHosts, hostOf(address)) ? listHosts[hostOf(address)] : undefined
}

export function answerListHost(host: string, answer: ListAnswer): void {
  changeUiSettings({ listHosts: { ...uiSettings.get().listHosts, [host]: answer } })
}
