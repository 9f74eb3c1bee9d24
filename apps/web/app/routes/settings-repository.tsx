import { RepositorySettings } from '../features/settings/git/repository-settings.tsx'
import { SettingsPage } from '../features/shell/settings-page.tsx'

export default function SettingsRepositoryRoute() {
  return (
    <SettingsPage>
      <RepositorySettings />
    </SettingsPage>
  )
}
