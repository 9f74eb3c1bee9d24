import { LogsSettings } from '../features/settings/logs-settings.tsx'
import { SettingsPage } from '../features/shell/settings-page.tsx'

export default function SettingsLogsRoute() {
  return (
    <SettingsPage>
      <LogsSettings />
    </SettingsPage>
  )
}
