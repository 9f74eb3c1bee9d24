import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

interface Props {
  icon: IconName
  text: ReactNode
  /** Something is lost. */
  isWarning?: boolean
  children?: ReactNode
}

/** A line across the top of the content that stays until what it tells of is over. */
export function Banner({ icon, text, isWarning = false, children }: Props) {
  return (
    <div
      role="status"
      className={`flex min-h-10 items-center gap-3 border-b border-line px-4 py-1.5 max-sm:gap-2 max-sm:px-3 text-sm print:hidden ${isWarning ? 'bg-warning-soft' : 'bg-info-soft'}`}
    >
      <Icon name={icon} className={`size-4 ${isWarning ? 'text-warning' : 'text-info'}`} />
      <span className="flex-1">{text}</span>
      {children}
    </div>
  )
}
