import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'

interface Props {
  text: string
  /** Something is there all the same. */
  isWarning?: boolean
  children?: ReactNode
}

/** What went wrong, where it did, and what can be done about it. */
export function Said({ text, isWarning = false, children }: Props) {
  return (
    <div
      role="alert"
      data-testid="preset-failure"
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md px-3 py-2 text-sm ${isWarning ? 'bg-warning-soft text-warning' : 'bg-error-soft text-error'}`}
    >
      <Icon name={isWarning ? 'alert-triangle' : 'circle-alert'} className="size-4" />
      <span className="min-w-0 flex-1 basis-48">{text}</span>
      {children}
    </div>
  )
}
