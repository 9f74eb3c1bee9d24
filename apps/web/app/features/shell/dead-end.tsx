import type { ReactNode } from 'react'

/** Stands in place of a page that cannot be shown: a picture of the end of a track, then the reason and the links. */
export function DeadEnd({ children, ...rest }: { children: ReactNode; 'data-error-page'?: number | string }) {
  return (
    <div className="flex flex-1 flex-col items-start justify-center gap-4 pt-16" {...rest}>
      <svg viewBox="0 0 200 32" className="h-8 w-50" fill="none" aria-hidden="true" focusable="false">
        <path d="M0 16H176" strokeWidth="14" strokeDasharray="2 8" className="stroke-line-strong" />
        <path d="M0 16H176" strokeWidth="2.5" className="stroke-link" />
        <path d="M180 4V28" strokeWidth="5" strokeLinecap="round" className="stroke-muted" />
      </svg>
      {children}
    </div>
  )
}
