import type { ConfigEditor } from '../inject/shared/config-editor.ts'
import type { ClientId } from './facts.ts'

/** Who changes a config, by client. Each writes nodes and rules, so it is loaded when it is asked for. */
const EDITORS: Readonly<Record<ClientId, () => Promise<ConfigEditor>>> = {
  mihomo: async () => (await import('./mihomo/edit-config.ts')).mihomoEditor,
  clash: async () => (await import('./clash/edit-config.ts')).clashEditor,
  singbox: async () => (await import('./singbox/edit-config.ts')).singboxEditor,
  xray: async () => (await import('./xray/edit-config.ts')).xrayEditor,
}

/** The editor of a client's configs. */
export const loadEditor = (client: ClientId): Promise<ConfigEditor> => EDITORS[client]()
