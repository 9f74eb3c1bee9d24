import { AdSettings } from '../features/settings/ad-settings.tsx'
import { SettingsPage } from '../features/shell/settings-page.tsx'

export default function SettingsAdsRoute() {
  return (
    <SettingsPage>
      <AdSettings />
    </SettingsPage>
  )
}
