import type { ClientId } from '@switchyard/recipe/model'

interface YardClient {
  id: ClientId
  name: string
  file: string
  /** Programs that take its config; a phone has room for the first. */
  programs: readonly [string, string?]
}

/** Whom the yard writes for. Their facts stay with the engine: the first picture needs a few words of each. */
export const YARD_CLIENTS = [
  { id: 'mihomo', name: 'Mihomo', file: 'YAML', programs: ['Clash Verge', 'FlClash'] },
  { id: 'clash', name: 'Clash', file: 'YAML', programs: ['Clash for Windows'] },
  { id: 'singbox', name: 'sing-box', file: 'JSON', programs: ['sing-box VT', 'GUI.for.SingBox'] },
  { id: 'xray', name: 'Xray', file: 'JSON', programs: ['Xray-core'] },
] as const satisfies readonly YardClient[]
