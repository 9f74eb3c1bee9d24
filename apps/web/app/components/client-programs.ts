import type { ClientId } from '@switchyard/recipe/model'

export interface ClientPrograms {
  programs: readonly [string, string?]
  /** A program for phones. */
  onPhone: string
  /** The version of the core that the config is for, if there is only one. */
  core?: string
}

/** Well-known programs that take the config of a client. Home, options, client menu and comparison name them. */
export const CLIENT_PROGRAMS = {
  mihomo: { programs: ['Clash Verge', 'FlClash'], onPhone: 'FlClash' },
  clash: { programs: ['Clash for Windows'], onPhone: 'Clash for Android', core: '1.18' },
  singbox: { programs: ['sing-box VT', 'GUI.for.SingBox'], onPhone: 'sing-box VT' },
  xray: { programs: ['Xray-core'], onPhone: 'v2rayNG', core: '26+' },
} as const satisfies Readonly<Record<ClientId, ClientPrograms>>
