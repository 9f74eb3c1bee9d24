import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

interface Props {
  icon?: IconName
  /** What is not there, in a few words. */
  title?: string
  text: ReactNode
  children?: ReactNode
}

/** Why there is nothing, and what to do about it: the main action first, then a sample. */
export function EmptyState({ icon, title, text, children }: Props) {
  return (
    <div className="flex flex-col items-center justify-center gap-4 px-4 py-6 text-center sm:py-12">
      {icon && (
        <span className="grid size-10 place-items-center rounded-lg border border-line bg-sunken text-muted">
          <Icon name={icon} className="size-5" />
        </span>
      )}
      <div className="max-w-prose text-balance">
        {title && <h2 className="font-semibold">{title}</h2>}
        <p className="text-muted">{text}</p>
      </div>
      {children && <div className="flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}
