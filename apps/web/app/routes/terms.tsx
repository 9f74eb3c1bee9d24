import { PageTitle } from '../features/shell/page-title.tsx'

export default function TermsRoute() {
  return (
    <div className="page">
      <PageTitle />
    </div>
  )
}
