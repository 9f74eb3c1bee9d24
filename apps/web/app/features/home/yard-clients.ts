import type { ClientId } from '@switchyard/recipe/model'
import { CLIENT_PROGRAMS } from '../../components/client-programs.ts'

interface YardClient {
  id: ClientId
  name: string
  file: string
}

/** Whom the yard writes for. Their facts stay with the engine: the first picture needs a few words of each. */
export const YARD_CLIENTS = [
  { id: 'mihomo', name: 'Mihomo', file: 'YAML', ...CLIENT_PROGRAMS.mihomo },
  { id: 'clash', name: 'Clash', file: 'YAML', ...CLIENT_PROGRAMS.clash },
  { id: 'singbox', name: 'sing-box', file: 'JSON', ...CLIENT_PROGRAMS.singbox },
  { id: 'xray', name: 'Xray', file: 'JSON', ...CLIENT_PROGRAMS.xray },
] as const satisfies readonly YardClient[]

/** The name of the file that a config of a client is downloaded as. */
export function fileNameOf(client: ClientId): string {
  const { file } = YARD_CLIENTS.find(({ id }) => id === client)!
  return `${client}.${file.toLowerCase()}`
}
