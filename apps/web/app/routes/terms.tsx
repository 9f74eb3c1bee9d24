import { Terms } from '../features/articles/terms.tsx'
import { PageTitle } from '../features/shell/page-title.tsx'

export default function TermsRoute() {
  return (
    <div className="page-narrow">
      <PageTitle />
      <Terms />
    </div>
  )
}
