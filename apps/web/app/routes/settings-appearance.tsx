import { AppearanceSettings } from '../features/settings/appearance-settings.tsx'
import { NarrowPage } from '../features/shell/narrow-page.tsx'

export default function SettingsAppearanceRoute() {
  return (
    <NarrowPage>
      <AppearanceSettings />
    </NarrowPage>
  )
}
