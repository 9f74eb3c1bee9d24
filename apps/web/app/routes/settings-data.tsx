import { DataSettings } from '../features/settings/data-settings.tsx'
import { SettingsPage } from '../features/shell/settings-page.tsx'

// Settings without sources need none of it.
const loaded = async () => (await import('../features/subscribe/items-in-settings.ts')).browserItemsInSettings

const ITEMS = {
  written: async () => (await loaded()).written(),
  newIn: async (text: string) => (await loaded()).newIn(text),
}

export default function SettingsDataRoute() {
  return (
    <SettingsPage>
      <DataSettings items={ITEMS} />
    </SettingsPage>
  )
}
