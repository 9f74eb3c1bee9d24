import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { tooltip } from '../../ui/tooltip.tsx'
import { useGrid } from './grid-context.ts'
import type { NodeRow } from './types.ts'

/** What is to say about a node, the gravest first. */
function stateOf(row: NodeRow) {
  const texts = row.problems?.map(({ text }) => text) ?? []
  // Why a row is left out may be among its problems: it is said once.
  const words = (texts.length > 0 ? texts : [row.reason ?? '']).join('\n')
  if (row.state === 'refused') return { key: 'refused', tone: 'error', icon: 'circle-alert', words } as const
  if (row.state === 'excluded') return { key: 'excluded', tone: 'neutral', icon: 'ban', words } as const
  if (row.state === 'disabled') return { key: 'disabled', tone: 'neutral', icon: 'power', words } as const
  if (row.problems?.some(({ severity }) => severity === 'error')) {
    return { key: 'problem', tone: 'error', icon: 'circle-alert', words } as const
  }
  if (row.isDoubtful) return { key: 'doubtful', tone: 'warning', icon: 'alert-triangle', words } as const
  if (row.problems?.some(({ severity }) => severity === 'warning')) {
    return { key: 'problem', tone: 'warning', icon: 'alert-triangle', words } as const
  }
  if (row.isInfo) return { key: 'info', tone: 'info', icon: 'info', words } as const
  if (texts.length > 0) return { key: 'note', tone: 'neutral', icon: 'info', words } as const
  return undefined
}

interface Props {
  row: NodeRow
  /** In a column of its own, or beside the name with a short word or none. There a node that is kept says nothing. */
  look: 'full' | 'short' | 'icon'
}

export function RowState({ row, look }: Props) {
  const { t, can } = useGrid()
  const state = stateOf(row)
  if (!state) return look === 'full' && <Kept />
  const { key, tone, icon, words } = state
  const badge = (
    <>
      <Badge tone={tone} icon={icon}>
        {look === 'full' ? (
          t(`state.${key}`)
        ) : (
          <span className={look === 'icon' ? 'sr-only' : undefined}>{t(`stateShort.${key}`)}</span>
        )}
      </Badge>
      {words && <span className="sr-only">{words}</span>}
    </>
  )
  if (!can.has('fixesOf') || !words) {
    return (
      <span className="min-w-0 shrink-0" {...tooltip(words || t(`state.${key}`))}>
        {badge}
      </span>
    )
  }
  // What can be done about it stands in the menu, that of the row.
  return (
    <button
      type="button"
      tabIndex={-1}
      data-act="state"
      aria-haspopup="menu"
      className="relative grid min-w-0 shrink-0 place-items-center rounded-md after:absolute after:-inset-1 pointer-coarse:after:-inset-3"
      {...tooltip(words)}
    >
      {badge}
    </button>
  )
}

function Kept() {
  const { t } = useGrid()
  return (
    <span className="flex items-center gap-1 text-xs text-muted">
      <Icon name="check" className="size-4" />
      {t('state.kept')}
    </span>
  )
}
