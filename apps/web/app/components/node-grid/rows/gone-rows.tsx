import { useGrid } from '../grid-context.ts'
import type { ListedNode } from '../types.ts'

const MOST = 100

/** Nodes that the last refresh did not bring again. */
export function GoneRows({ rows }: { rows: readonly ListedNode[] }) {
  const { t } = useGrid()
  return (
    <details className="shrink-0 border-t border-line text-sm" data-testid="gone-rows">
      <summary className="cursor-pointer px-3 py-1.5 text-xs text-muted hover:text-fg focus-visible:-outline-offset-2">
        {t('gone', { count: rows.length })}
      </summary>
      <ul className="max-h-40 overflow-y-auto px-3 pb-2">
        {rows.slice(0, MOST).map(({ id, name, protocol, source }) => (
          <li key={id} className="flex min-w-0 items-center gap-2 py-0.5 text-xs">
            <span className="truncate line-through decoration-muted">{name}</span>
            <span className="shrink-0 text-muted">{protocol}</span>
            <span className="truncate text-muted">{source}</span>
          </li>
        ))}
        {rows.length > MOST && (
          <li className="py-0.5 text-xs text-muted">{t('goneMore', { count: rows.length - MOST })}</li>
        )}
      </ul>
    </details>
  )
}
