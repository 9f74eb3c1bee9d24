import { GIT_HOSTS } from '@switchyard/git-hosts/facts'
import { Suspense } from 'react'
import { usePage } from '../features/shell/head.tsx'
import { SettingsPage } from '../features/shell/settings-page.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

// What speaks to hosts is large, and the page stands before it.
const AccountList = lazyPart(async () => (await import('../features/settings/git/account-list.tsx')).AccountList)

export default function SettingsGitRoute() {
  const page = usePage()
  const facts = GIT_HOSTS.find(({ id }) => page?.name === `settings-${id}`)
  return (
    <SettingsPage>
      <Suspense>{facts && <AccountList key={facts.id} facts={facts} />}</Suspense>
    </SettingsPage>
  )
}
