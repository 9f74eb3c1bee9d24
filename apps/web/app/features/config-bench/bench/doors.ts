import type { ClientId } from '@switchyard/convert/facts'
import type { PanelId } from '../panels.ts'

interface Door {
  /** The panel that it opens first. */
  panel: PanelId
  /** Whose configs it is for, the one of samples and new configs first; empty: it sends everybody on. */
  clients: readonly ClientId[]
}

/** The pages that are the workbench, by the name of the page. */
export const DOORS = {
  mihomo: { panel: 'changes', clients: ['mihomo', 'clash'] },
  singbox: { panel: 'changes', clients: ['singbox'] },
} as const satisfies Record<string, Door>

export type DoorName = keyof typeof DOORS

const doorOf = (name: DoorName): Door => DOORS[name]
// The keys are all there are, which `keys` does not say.
const NAMES = Object.keys(DOORS) as DoorName[]

export const panelOf = (name: DoorName): PanelId => doorOf(name).panel

/** The client of samples and new configs. */
export const clientOf = (name: DoorName): ClientId => doorOf(name).clients[0] ?? 'mihomo'

export const pathOf = (name: DoorName): string => `/${name}`

/** The door for the configs of a client, beside the given one: that one itself, unless another is for the client. */
export function doorFor(client: ClientId, here: DoorName): DoorName {
  const { panel, clients } = doorOf(here)
  if (clients.includes(client)) return here
  return NAMES.find((name) => doorOf(name).panel === panel && doorOf(name).clients.includes(client)) ?? here
}
