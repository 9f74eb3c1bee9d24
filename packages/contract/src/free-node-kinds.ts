/** More are never listed, and never stand in one file. */
export const FREE_NODES_MAX = 500

/** What an address of free nodes answers: a subscription in any format, or a web page or a Markdown file with share links in it. */
export const FREE_SOURCE_KINDS = ['subscription', 'page'] as const
export type FreeSourceKind = (typeof FREE_SOURCE_KINDS)[number]

/** How a source is: its nodes are of the last try, or older since that failed or was not believed, or there are none yet. */
export const FREE_SOURCE_STATES = ['fresh', 'failing', 'held', 'waiting'] as const
export type FreeSourceState = (typeof FREE_SOURCE_STATES)[number]
