import { useParams } from 'react-router'
import { PageTitle } from '../features/shell/page-title.tsx'
import { SiteFooter } from '../features/shell/site-footer.tsx'
import { OutputPage } from '../features/subscribe/output-page.tsx'

export default function SubscriptionRoute() {
  const { id = '' } = useParams()
  return (
    <div className="page-narrow">
      <OutputPage key={id} id={id} title={<PageTitle />} />
      <SiteFooter />
    </div>
  )
}
