import { PageTitle } from '../features/shell/page-title.tsx'

export default function SettingsAppearanceRoute() {
  return (
    <div className="page">
      <PageTitle />
    </div>
  )
}
