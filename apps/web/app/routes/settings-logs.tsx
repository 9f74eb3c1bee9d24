import { LogsSettings } from '../features/settings/logs-settings.tsx'
import { PageTitle } from '../features/shell/page-title.tsx'

export default function SettingsLogsRoute() {
  return (
    <div className="page">
      <PageTitle />
      <LogsSettings />
    </div>
  )
}
