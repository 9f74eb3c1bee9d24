import { changeUiSettings, uiSettings, type ListAnswer } from '../kept-settings/ui-settings.ts'
import { hostOf } from './host-of.ts'

export type { ListAnswer }

/** What a person said about asking this host for rule lists; undefined: nothing yet. This site is not asked about. */
export function listAnswer(address: string): ListAnswer | undefined {
  if (isOwn(address)) return 'allow'
  const { listHosts = {} } = uiSettings.get()
  return Object.hasOwn(listHosts, hostOf(address)) ? listHosts[hostOf(address)] : undefined
}

/** Whether an address is one of this site. */
export function isOwn(address: string): boolean {
  return URL.parse(address)?.origin === globalThis.location?.origin
}

export function answerListHost(host: string, answer: ListAnswer): void {
  changeUiSettings({ listHosts: { ...uiSettings.get().listHosts, [host]: answer } })
}
