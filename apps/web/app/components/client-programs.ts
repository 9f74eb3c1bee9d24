import type { ClientId } from '@switchyard/recipe/model'
import type { PhoneSystem } from '../lib/phone-system.ts'

export interface ClientPrograms {
  /** On computers. */
  programs: readonly [string, string?]
  /** Absent: no program there takes a whole config. */
  onPhone: Readonly<Partial<Record<PhoneSystem, string>>>
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
  xray: { programs: ['Xray-core'], onPhone: { Android: 'v2rayNG' }, core: '26+' },
} as const satisfies Readonly<Record<ClientId, ClientPrograms>>

/** The program on this phone. Without a system it is the program for Android. Undefined: no program there takes a config. */
export function phoneProgram(client: ClientId, system: PhoneSystem = 'Android'): string | undefined {
  const { onPhone }: ClientPrograms = CLIENT_PROGRAMS[client]
  return onPhone[system]
}
