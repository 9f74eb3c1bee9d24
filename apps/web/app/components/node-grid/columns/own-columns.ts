/** Columns about checks of nodes, which some screens add: they say what stands in them. */
export const OWN_COLUMN_IDS = ['reach', 'checked', 'history', 'dns', 'tcp', 'tls', 'quic'] as const
export type OwnColumnId = (typeof OWN_COLUMN_IDS)[number]

export function isOwnColumn(id: string): id is OwnColumnId {
  return OWN_COLUMN_IDS.some((each) => each === id)
}
