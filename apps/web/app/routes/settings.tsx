import { PageTitle } from '../features/shell/page-title.tsx'
import { SettingsHome } from '../features/settings/settings-home.tsx'

export default function SettingsRoute() {
  return (
    <div className="page-narrow">
      <PageTitle />
      <SettingsHome />
    </div>
  )
}
