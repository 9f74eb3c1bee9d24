import { CLIENT_FACTS, clientFacts, type ClientId, type ConfigLayout } from '@switchyard/convert/facts'
import type { PanelId } from '../panels.ts'

interface Door {
  /** The panel that it opens first. */
  panel: PanelId
  /** Which configs it is for; absent: it sends everybody on. */
  layout?: ConfigLayout
}

/** The pages that are the workbench, by the name of the page. */
export const DOORS = {
  mihomo: { panel: 'form', layout: 'clash-yaml' },
  singbox: { panel: 'form', layout: 'singbox-json' },
  inject: { panel: 'inject' },
  'inject-clash': { panel: 'inject', layout: 'clash-yaml' },
  'inject-singbox': { panel: 'inject', layout: 'singbox-json' },
} as const satisfies Record<string, Door>

export type DoorName = keyof typeof DOORS

const doorOf = (name: DoorName): Door => DOORS[name]
// The keys are all there are, which `keys` does not say.
const NAMES = Object.keys(DOORS) as DoorName[]

export const panelOf = (name: DoorName): PanelId => doorOf(name).panel

/** The client of samples and new configs. */
export function clientOf(name: DoorName): ClientId {
  const { layout } = doorOf(name)
  return (CLIENT_FACTS.find((facts) => facts.layout === layout) ?? CLIENT_FACTS[0]).id
}

export const pathOf = (name: DoorName): string => `/${name}`

/** The door for the configs of a client, beside the given one: that one itself, unless another is for the client. */
export function doorFor(client: ClientId, here: DoorName): DoorName {
  const { panel, layout } = doorOf(here)
  const wanted = clientFacts(client).layout
  if (layout === wanted) return here
  return NAMES.find((name) => doorOf(name).panel === panel && doorOf(name).layout === wanted) ?? here
}
