import { UI_SETTINGS_KEY } from '../../lib/color-mode.ts'
import { createStore } from '../../lib/store.ts'
import { isRecord } from '@switchyard/convert/record'

export const DENSITIES = ['compact', 'default', 'comfortable'] as const
export const MOTIONS = ['system', 'reduced'] as const
export const DIFF_LAYOUTS = ['side', 'inline'] as const
export const CONVERT_VIEWS = ['entries', 'text'] as const
export const FONT_SIZES = ['default', 'large'] as const

/** How the shell looks and behaves in this browser. Nothing in here is a secret. */
export interface UiSettings {
  density?: (typeof DENSITIES)[number]
  motion?: (typeof MOTIONS)[number]
  fontSize?: (typeof FONT_SIZES)[number]
  /** Flags beside region codes. */
  flags?: boolean
  /** Shortcuts of a single key. */
  shortcuts?: boolean
  sidebar?: 'open' | 'icons'
  sidebarWidth?: number
  /** Widths of panes as shares of what they stand in. */
  splitters?: Readonly<Partial<Record<SplitPane, number>>>
  /** What of the converter's left pane is shown where there is room for one of the two. */
  convertView?: (typeof CONVERT_VIEWS)[number]
  /** The text is folded away where there is room for it beside the entries. */
  convertTextFolded?: boolean
  /** Long lines of a text are broken. */
  wrap?: boolean
  /** Two texts beside each other, or one inside the other; by the room there is when never chosen. */
  diff?: (typeof DIFF_LAYOUTS)[number]
  /** Which other sites may be asked for rule lists; who is not in it is asked about. */
  listHosts?: Readonly<Record<string, ListAnswer>>
  /** Where configs are put; who publishes reads them with care. */
  positions?: readonly unknown[]
  /** Services that make short links, and which one is used; `chosen-service.ts` reads them with care. */
  shortLinks?: Readonly<Record<string, unknown>>
  /** What new conversions to each client start from; `client-defaults.ts` reads them with care. */
  clients?: Readonly<Record<string, unknown>>
  /** The folder that was shown last, as the address of the files says it. */
  files?: string
  /** A person agreed that the server is told where nodes stand, to check whether they answer. */
  checksAgreed?: boolean
  /** The columns of each screen's table; the table reads them with care. */
  columns?: Readonly<Record<string, unknown>>
}

export const LIST_ANSWERS = ['allow', 'deny'] as const
export type ListAnswer = (typeof LIST_ANSWERS)[number]
/** More were asked about by nobody. */
const LIST_HOSTS_MAX = 100

export const SPLIT_PANES = ['convertInput', 'convertOutput', 'benchPanel'] as const
export type SplitPane = (typeof SPLIT_PANES)[number]
const PANE_SHARE = { min: 0.05, max: 0.9 }

export const SIDEBAR_WIDTH = { min: 200, initial: 240, max: 320 } as const

export const uiSettings = createStore<UiSettings>({})

/** Reads what this browser kept; other tabs are followed. */
export function startUiSettings(): void {
  uiSettings.set(readUiSettings())
  addEventListener('storage', ({ key }) => {
    if (key === UI_SETTINGS_KEY || key === null) applyUiSettings(readUiSettings())
  })
}

export function changeUiSettings(change: UiSettings): void {
  const next = { ...uiSettings.get(), ...change }
  applyUiSettings(next)
  try {
    localStorage.setItem(UI_SETTINGS_KEY, JSON.stringify(next))
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}

/** Known fields of a text with their right types; everything else is left out. */
export function parseUiSettings(text: string | null): UiSettings {
  let given: Record<string, unknown>
  try {
    const read: unknown = JSON.parse(text ?? '{}')
    given = isRecord(read) ? read : {}
  } catch {
    return {}
  }
  const {
    density,
    motion,
    fontSize,
    flags,
    shortcuts,
    sidebar,
    sidebarWidth,
    splitters,
    columns,
    wrap,
    diff,
    listHosts,
    convertView,
    convertTextFolded,
    positions,
    clients,
    files,
    shortLinks,
    checksAgreed,
  } = given
  const known: UiSettings = {}
  const denser = DENSITIES.find((each) => each === density)
  const moved = MOTIONS.find((each) => each === motion)
  const sized = FONT_SIZES.find((each) => each === fontSize)
  if (denser) known.density = denser
  if (moved) known.motion = moved
  if (sized) known.fontSize = sized
  if (typeof flags === 'boolean') known.flags = flags
  if (typeof shortcuts === 'boolean') known.shortcuts = shortcuts
  if (typeof wrap === 'boolean') known.wrap = wrap
  if (typeof checksAgreed === 'boolean') known.checksAgreed = checksAgreed
  const viewed = CONVERT_VIEWS.find((each) => each === convertView)
  if (viewed) known.convertView = viewed
  if (typeof convertTextFolded === 'boolean') known.convertTextFolded = convertTextFolded
  const laidOut = DIFF_LAYOUTS.find((each) => each === diff)
  if (laidOut) known.diff = laidOut
  if (sidebar === 'open' || sidebar === 'icons') known.sidebar = sidebar
  const { min, max } = SIDEBAR_WIDTH
  if (Number.isSafeInteger(sidebarWidth)) known.sidebarWidth = Math.min(max, Math.max(min, Number(sidebarWidth)))
  if (isRecord(splitters)) known.splitters = knownShares(splitters)
  if (typeof listHosts === 'object' && listHosts !== null) known.listHosts = knownAnswers(listHosts)
  if (isRecord(columns)) known.columns = columns
  if (isRecord(clients)) known.clients = clients
  if (typeof files === 'string' && files.startsWith('?')) known.files = files
  if (isRecord(shortLinks)) known.shortLinks = shortLinks
  if (Array.isArray(positions)) known.positions = positions
  return known
}

function knownShares(given: Record<string, unknown>): UiSettings['splitters'] {
  const entries = SPLIT_PANES.map((pane) => [pane, given[pane]] as const)
  return Object.fromEntries(entries.filter(([, share]) => isShare(share)))
}

function knownAnswers(given: object): UiSettings['listHosts'] {
  const entries = Object.entries(given).flatMap(([host, answer]) => {
    const known = LIST_ANSWERS.find((each) => each === answer)
    return known ? [[host, known] as const] : []
  })
  return Object.fromEntries(entries.slice(0, LIST_HOSTS_MAX))
}

const isShare = (value: unknown) => typeof value === 'number' && value >= PANE_SHARE.min && value <= PANE_SHARE.max

function readUiSettings(): UiSettings {
  try {
    return parseUiSettings(localStorage.getItem(UI_SETTINGS_KEY))
  } catch {
    return {}
  }
}

function applyUiSettings(settings: UiSettings): void {
  uiSettings.set(settings)
  const { dataset, style } = document.documentElement
  if (settings.sidebarWidth) style.setProperty('--sidebar-width', `${settings.sidebarWidth}px`)
  else style.removeProperty('--sidebar-width')
  for (const name of ['density', 'motion', 'fontSize', 'sidebar'] as const) {
    const value = settings[name]
    if (value) dataset[name] = value
    else delete dataset[name]
  }
}
