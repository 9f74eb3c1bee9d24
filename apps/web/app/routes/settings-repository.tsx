import { Suspense } from 'react'
import { SettingsPage } from '../features/shell/settings-page.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

const RepositorySettings = lazyPart(
  async () => (await import('../features/settings/git/repository-settings.tsx')).RepositorySettings,
)

export default function SettingsRepositoryRoute() {
  return (
    <SettingsPage>
      <Suspense>
        <RepositorySettings />
      </Suspense>
    </SettingsPage>
  )
}
