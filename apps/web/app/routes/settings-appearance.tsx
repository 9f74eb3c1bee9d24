import { AppearanceSettings } from '../features/settings/appearance-settings.tsx'
import { SettingsPage } from '../features/shell/settings-page.tsx'

export default function SettingsAppearanceRoute() {
  return (
    <SettingsPage>
      <AppearanceSettings />
    </SettingsPage>
  )
}
