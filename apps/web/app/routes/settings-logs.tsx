import { PageTitle } from '../features/shell/page-title.tsx'

export default function SettingsLogsRoute() {
  return (
    <div className="page">
      <PageTitle />
    </div>
  )
}
