import type { ReactNode } from 'react'
import { AdSlot } from '../../components/ads/ad-slot.tsx'
import { usePage } from './head.tsx'
import { PageTitle } from './page-title.tsx'
import { SiteFooter } from './site-footer.tsx'

interface Props {
  /** It has columns, and takes the width of a tool. */
  isWide?: boolean
  children: ReactNode
}

/** A page in one column: its title, what it holds, perhaps an ad, and the footer. */
export function NarrowPage({ isWide = false, children }: Props) {
  return (
    <div className={isWide ? 'page-narrow page-wide' : 'page-narrow'}>
      <PageTitle />
      {children}
      {usePage()?.showsAds && <AdSlot />}
      <SiteFooter />
    </div>
  )
}
