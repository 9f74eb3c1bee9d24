import { SettingsPage } from '../features/shell/settings-page.tsx'
import { ShortServicesPage } from '../features/short/short-services-page.tsx'

export default function SettingsApiShortRoute() {
  return (
    <SettingsPage>
      <ShortServicesPage />
    </SettingsPage>
  )
}
