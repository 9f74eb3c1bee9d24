import { NarrowPage } from '../features/shell/narrow-page.tsx'
import { SettingsHome } from '../features/settings/settings-home.tsx'

export default function SettingsRoute() {
  return (
    <NarrowPage>
      <SettingsHome />
    </NarrowPage>
  )
}
