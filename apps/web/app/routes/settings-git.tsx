import { GIT_HOSTS } from '@switchyard/git-hosts/facts'
import { AccountList } from '../features/settings/git/account-list.tsx'
import { usePage } from '../features/shell/head.tsx'
import { SettingsPage } from '../features/shell/settings-page.tsx'

export default function SettingsGitRoute() {
  const page = usePage()
  const facts = GIT_HOSTS.find(({ id }) => page?.name === `settings-${id}`)
  return <SettingsPage>{facts && <AccountList key={facts.id} facts={facts} />}</SettingsPage>
}
