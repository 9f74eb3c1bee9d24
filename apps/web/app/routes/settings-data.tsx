import { DataSettings } from '../features/settings/data-settings.tsx'
import { NarrowPage } from '../features/shell/narrow-page.tsx'

export default function SettingsDataRoute() {
  return (
    <NarrowPage>
      <DataSettings />
    </NarrowPage>
  )
}
