import { People } from '../features/account/people.tsx'
import { SettingsPage } from '../features/shell/settings-page.tsx'

export default function SettingsPeopleRoute() {
  return (
    <SettingsPage>
      <People />
    </SettingsPage>
  )
}
