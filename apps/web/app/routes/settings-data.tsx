import { DataSettings } from '../features/settings/data-settings.tsx'
import { PageTitle } from '../features/shell/page-title.tsx'

export default function SettingsDataRoute() {
  return (
    <div className="page-narrow">
      <PageTitle />
      <DataSettings />
    </div>
  )
}
