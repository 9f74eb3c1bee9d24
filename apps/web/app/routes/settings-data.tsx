import { DataSettings } from '../features/settings/data-settings.tsx'
import { SettingsPage } from '../features/shell/settings-page.tsx'

export default function SettingsDataRoute() {
  return (
    <SettingsPage>
      <DataSettings />
    </SettingsPage>
  )
}
