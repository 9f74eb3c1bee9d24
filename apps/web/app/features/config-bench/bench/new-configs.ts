import type { ClientId } from '@switchyard/convert/facts'
import mihomo from './new/mihomo.yaml?raw'
import singbox from './new/sing-box.json?raw'

/** What a new config begins as. */
export const NEW_CONFIGS: Readonly<Partial<Record<ClientId, string>>> = { mihomo, singbox }
