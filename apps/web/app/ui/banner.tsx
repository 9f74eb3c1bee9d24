import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

/** A line across the top of the content that stays until what it tells of is over. */
export function Banner({ icon, text, children }: { icon: IconName; text: ReactNode; children?: ReactNode }) {
  return (
    <div
      role="status"
      className="flex min-h-10 items-center gap-3 border-b border-line bg-info-soft px-4 py-1.5 text-sm print:hidden"
    >
      <Icon name={icon} className="size-4 text-info" />
      <span className="flex-1">{text}</span>
      {children}
    </div>
  )
}
