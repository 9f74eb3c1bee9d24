import { PageTitle } from '../features/shell/page-title.tsx'

export default function SettingsRoute() {
  return (
    <div className="page">
      <PageTitle />
    </div>
  )
}
