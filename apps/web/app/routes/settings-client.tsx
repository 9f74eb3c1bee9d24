import { CLIENT_FACTS } from '@switchyard/convert/facts'
import { ClientDefaultsForm } from '../features/settings/client-defaults-form.tsx'
import { usePage } from '../features/shell/head.tsx'
import { SettingsPage } from '../features/shell/settings-page.tsx'

export default function SettingsClientRoute() {
  const page = usePage()
  const client = CLIENT_FACTS.find(({ id }) => page?.name === `settings-${id}`)?.id
  return <SettingsPage>{client && <ClientDefaultsForm key={client} client={client} />}</SettingsPage>
}
