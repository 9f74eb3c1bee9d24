import { PageTitle } from '../features/shell/page-title.tsx'

export default function ConvertRoute() {
  return (
    <div className="page">
      <PageTitle />
    </div>
  )
}
