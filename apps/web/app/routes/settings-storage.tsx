import { Suspense } from 'react'
import { SettingsPage } from '../features/shell/settings-page.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

const StorageSettings = lazyPart(
  async () => (await import('../features/settings/storage/storage-settings.tsx')).StorageSettings,
)

export default function SettingsStorageRoute() {
  return (
    <SettingsPage>
      <Suspense>
        <StorageSettings />
      </Suspense>
    </SettingsPage>
  )
}
