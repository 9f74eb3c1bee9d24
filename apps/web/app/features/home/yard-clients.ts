import type { ClientId } from '@switchyard/recipe/model'

/** Whom the yard writes for. Their facts stay with the engine: the first picture needs a few words of each. */
export const YARD_CLIENTS = [
  { id: 'mihomo', name: 'Mihomo', file: 'YAML' },
  { id: 'clash', name: 'Clash', file: 'YAML' },
  { id: 'singbox', name: 'sing-box', file: 'JSON' },
  { id: 'xray', name: 'Xray', file: 'JSON' },
] as const satisfies readonly { id: ClientId; name: string; file: string }[]
