import type { ClientId } from '@switchyard/recipe/model'
import type { PhoneSystem } from '../lib/platform.ts'

export interface ClientPrograms {
  /** On computers. */
  programs: readonly [string, string?]
  onPhone: Readonly<Record<PhoneSystem, string>>
  /** The version of the core that the config is for, if there is only one. */
  core?: string
}

/** Well-known programs that take the config of a client. Every page and message that names one takes it from here. */
export const CLIENT_PROGRAMS = {
  mihomo: { programs: ['Clash Verge', 'FlClash'], onPhone: { Android: 'FlClash', iOS: 'Stash' } },
  clash: {
    programs: ['Clash for Windows'],
    onPhone: { Android: 'Clash for Android', iOS: 'Stash' },
    core: '1.18',
  },
  singbox: {
    programs: ['sing-box VT', 'GUI.for.SingBox'],
    onPhone: { Android: 'sing-box for Android', iOS: 'sing-box VT' },
  },
  // No program for an iPhone takes a whole config of Xray from the user. There the core is named.
  xray: { programs: ['Xray-core'], onPhone: { Android: 'v2rayNG', iOS: 'Xray-core' }, core: '26+' },
} as const satisfies Readonly<Record<ClientId, ClientPrograms>>

/** The program for phones. Where the system is not known, it is that for Android. */
export const phoneProgram = (client: ClientId, system: PhoneSystem = 'Android'): string =>
  CLIENT_PROGRAMS[client].onPhone[system]
