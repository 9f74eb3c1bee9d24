import type { NodeRow } from './types.ts'

/** What is to say about a node, the gravest first. */
export function stateOfRow(row: NodeRow) {
  const texts = row.issues?.map(({ text }) => text) ?? []
  // Why a row is left out may be among its problems: it is said once.
  const words = (texts.length > 0 ? texts : [row.reason ?? '']).join('\n')
  if (row.state === 'skipped') return { key: 'skipped', tone: 'error', icon: 'x', words } as const
  if (row.state === 'deleted') return { key: 'deleted', tone: 'quiet', icon: 'trash-2', words: '' } as const
  if (row.state === 'duplicate') return { key: 'duplicate', tone: 'quiet', icon: 'equal', words } as const
  if (row.state === 'refused') return { key: 'refused', tone: 'error', icon: 'circle-alert', words } as const
  if (row.state === 'excluded') return { key: 'excluded', tone: 'quiet', icon: 'ban', words } as const
  if (row.state === 'disabled') return { key: 'disabled', tone: 'quiet', icon: 'power', words } as const
  if (row.issues?.some(({ severity }) => severity === 'error')) {
    return { key: 'problem', tone: 'error', icon: 'circle-alert', words } as const
  }
  if (row.isDoubtful) return { key: 'doubtful', tone: 'warning', icon: 'alert-triangle', words } as const
  if (row.issues?.some(({ severity }) => severity === 'warning')) {
    return { key: 'warning', tone: 'warning', icon: 'alert-triangle', words } as const
  }
  if (row.isInfo) return { key: 'info', tone: 'info', icon: 'info', words } as const
  if (texts.length > 0) return { key: 'note', tone: 'info', icon: 'info', words } as const
  return undefined
}
