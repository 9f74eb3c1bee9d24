import type { ReactNode } from 'react'
import { PageTitle } from './page-title.tsx'
import { SiteFooter } from './site-footer.tsx'

/** A page in one column: its title, what it holds, and the footer. */
export function NarrowPage({ children }: { children: ReactNode }) {
  return (
    <div className="page-narrow">
      <PageTitle />
      {children}
      <SiteFooter />
    </div>
  )
}
