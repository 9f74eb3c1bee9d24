import { STATE_LOOKS as LOOKS } from '../../state-looks.ts'
import type { ListedNode } from '../types.ts'

/** What is to say about a node, the gravest first. */
export function stateOfRow(row: ListedNode) {
  const texts = row.issues?.map(({ text }) => text) ?? []
  // Why a row is left out may be among its problems: it is said once.
  const words = (texts.length > 0 ? texts : [row.reason ?? '']).join('\n')
  const severities = new Set(row.issues?.map(({ severity }) => severity))
  if (row.state === 'deleted') return { key: 'deleted', ...LOOKS.deleted, words: '' } as const
  if (row.state !== 'kept') return { key: row.state, ...LOOKS[row.state], words } as const
  if (severities.has('error')) return { key: 'problem', ...LOOKS.error, words } as const
  if (row.isDoubtful) return { key: 'doubtful', ...LOOKS.warning, words } as const
  if (severities.has('warning')) return { key: 'warning', ...LOOKS.warning, words } as const
  if (row.isInfo) return { key: 'info', ...LOOKS.note, words } as const
  if (severities.size > 0) return { key: 'note', ...LOOKS.note, words } as const
  return undefined
}
