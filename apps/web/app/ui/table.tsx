import type { ReactNode } from 'react'

export interface TableColumn {
  id: string
  label: ReactNode
  /** Numbers stand on the right. */
  numeric?: boolean
}

interface Props {
  caption: string
  columns: readonly TableColumn[]
  className?: string
  /** `<tr>` with plain `<td>`; a numeric one has the class `numeric`. */
  children: ReactNode
}

/** A short table. It scrolls sideways in its own frame, never the page. */
export function Table({ caption, columns, className = '', children }: Props) {
  return (
    // A frame that scrolls can be reached and scrolled by keys.
    <div
      role="region"
      aria-label={caption}
      tabIndex={0}
      className={`overflow-x-auto rounded-lg border border-line ${className}`}
    >
      <table className="table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ id, label, numeric }) => (
              <th key={id} scope="col" className={numeric ? 'numeric' : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
