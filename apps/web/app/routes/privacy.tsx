import { Privacy } from '../features/articles/privacy.tsx'
import { PageTitle } from '../features/shell/page-title.tsx'

export default function PrivacyRoute() {
  return (
    <div className="page-narrow">
      <PageTitle />
      <Privacy />
    </div>
  )
}
