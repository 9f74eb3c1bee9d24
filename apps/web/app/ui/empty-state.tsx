import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

/** Why there is nothing, and what to do about it: the main action first, then a sample. */
export function EmptyState({ icon, text, children }: { icon?: IconName; text: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center justify-center gap-4 px-4 py-12 text-center">
      {icon && (
        <span className="grid size-10 place-items-center rounded-lg border border-line bg-sunken text-muted">
          <Icon name={icon} className="size-5" />
        </span>
      )}
      <p className="max-w-prose text-balance text-muted">{text}</p>
      {children && <div className="flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}
