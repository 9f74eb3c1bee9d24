import { PageTitle } from '../features/shell/page-title.tsx'

export default function SettingsDataRoute() {
  return (
    <div className="page">
      <PageTitle />
    </div>
  )
}
