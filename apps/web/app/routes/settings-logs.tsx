import { LogsSettings } from '../features/settings/logs-settings.tsx'
import { PageTitle } from '../features/shell/page-title.tsx'
import { SiteFooter } from '../features/shell/site-footer.tsx'

export default function SettingsLogsRoute() {
  return (
    <div className="page">
      <PageTitle />
      <LogsSettings />
      <SiteFooter />
    </div>
  )
}
