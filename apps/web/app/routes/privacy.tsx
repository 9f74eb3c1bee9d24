import { Privacy } from '../features/articles/privacy.tsx'
import { NarrowPage } from '../features/shell/narrow-page.tsx'

export default function PrivacyRoute() {
  return (
    <NarrowPage>
      <Privacy />
    </NarrowPage>
  )
}
