import { SettingsPage } from '../features/shell/settings-page.tsx'
import { PositionPage } from '../features/subscribe/position-page.tsx'

export default function SettingsSubscribePositionRoute() {
  return (
    <SettingsPage>
      <PositionPage />
    </SettingsPage>
  )
}
