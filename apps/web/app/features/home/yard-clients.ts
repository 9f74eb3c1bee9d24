import type { ClientId } from '@switchyard/recipe/model'

interface YardClient {
  id: ClientId
  name: string
  file: string
  /** Programs that take its config. */
  programs: readonly [string, string?]
  /** A program for phones. */
  onPhone: string
}

/** Whom the yard writes for. Their facts stay with the engine: the first picture needs a few words of each. */
export const YARD_CLIENTS = [
  { id: 'mihomo', name: 'Mihomo', file: 'YAML', programs: ['Clash Verge', 'FlClash'], onPhone: 'FlClash' },
  { id: 'clash', name: 'Clash', file: 'YAML', programs: ['Clash for Windows'], onPhone: 'Clash for Android' },
  {
    id: 'singbox',
    name: 'sing-box',
    file: 'JSON',
    programs: ['sing-box VT', 'GUI.for.SingBox'],
    onPhone: 'sing-box VT',
  },
  { id: 'xray', name: 'Xray', file: 'JSON', programs: ['Xray-core'], onPhone: 'v2rayNG' },
] as const satisfies readonly YardClient[]

/** The name of the file that a config of a client is downloaded as. */
export function fileNameOf(client: ClientId): string {
  const { file } = YARD_CLIENTS.find(({ id }) => id === client)!
  return `${client}.${file.toLowerCase()}`
}
