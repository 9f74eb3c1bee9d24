import type { ClientId } from '@switchyard/convert/facts'
import mihomo from './samples/mihomo.yaml?raw'
import singbox from './samples/sing-box.json?raw'

/** Configs that somebody wrote by hand some time ago, with what today's client says of them. They lead nowhere. */
export const SAMPLES: Readonly<Partial<Record<ClientId, string>>> = { mihomo, singbox }
