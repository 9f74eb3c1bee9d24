import { SettingsPage } from '../features/shell/settings-page.tsx'
import { HistoryPage } from '../features/subscribe/history-page.tsx'

export default function SettingsSubscribeHistoryRoute() {
  return (
    <SettingsPage>
      <HistoryPage />
    </SettingsPage>
  )
}
