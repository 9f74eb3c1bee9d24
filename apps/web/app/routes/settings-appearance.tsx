import { AppearanceSettings } from '../features/settings/appearance-settings.tsx'
import { PageTitle } from '../features/shell/page-title.tsx'

export default function SettingsAppearanceRoute() {
  return (
    <div className="page-narrow">
      <PageTitle />
      <AppearanceSettings />
    </div>
  )
}
