import type { ReactNode } from 'react'
import { Icon } from '../../../ui/icon.tsx'

interface Props {
  text: string
  isWarning?: boolean
  children?: ReactNode
}

/** One line about the state of the work. `children`: its buttons. */
export function StatusNotice({ text, isWarning = false, children }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-sunken px-3 py-1.5">
      {isWarning && <Icon name="alert-triangle" className="size-4 text-warning" />}
      <span className={`min-w-40 flex-1 text-balance ${isWarning ? '' : 'text-muted'}`}>{text}</span>
      {children}
    </div>
  )
}
