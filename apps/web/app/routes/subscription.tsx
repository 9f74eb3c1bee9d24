import { data, type LoaderFunctionArgs, useParams } from 'react-router'
import { PageTitle } from '../features/shell/page-title.tsx'
import { SiteFooter } from '../features/shell/site-footer.tsx'
import { OutputPage } from '../features/subscribe/output-page.tsx'
import { ownOutputs } from '../features/subscribe/own-outputs.ts'

/** The page says itself that there is no such subscription. The server answers it with the status of that. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  if (typeof window !== 'undefined') return null
  return (await context.get(ownOutputs)(params['id'] ?? '')) ? null : data(null, { status: 404 })
}

export default function SubscriptionRoute() {
  const { id = '' } = useParams()
  return (
    <div className="page-narrow">
      <OutputPage key={id} id={id} title={<PageTitle />} />
      <SiteFooter />
    </div>
  )
}
