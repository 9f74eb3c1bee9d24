import { PageTitle } from '../features/shell/page-title.tsx'

export default function HomeRoute() {
  return (
    <div className="page">
      <PageTitle />
    </div>
  )
}
