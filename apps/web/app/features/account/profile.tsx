import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { LoadFailure } from '../../components/api-call/load-failure.tsx'
import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { useApi } from '../../lib/use-loaded.ts'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { ExportData } from './export-data.tsx'
import { AccountFacts, ProfileInfo } from './profile-info.tsx'
import { ProfileLogin } from './profile-login.tsx'
import { ProfileSecurity } from './profile-security.tsx'

const TABS = ['info', 'login', 'security'] as const
type TabId = (typeof TABS)[number]

/** What a person may see and change of their own account; drawn anew when it is somebody else’s. */
export function Profile() {
  const known = useStore(session, undefined)
  // Nobody's profile is asked for: the page is left in the same moment.
  return known?.user && <OwnProfile key={known.user.id} />
}

function OwnProfile() {
  const t = useTranslations('account')
  const [search, setSearch] = useSearchParams()
  const profile = useApi('GET /api/profile', { quiet: true })
  const tab = TABS.find((id) => id === search.get('tab')) ?? 'info'
  const choose = (id: TabId) => setSearch({ tab: id }, { replace: true, preventScrollReset: true })
  return (
    <>
      <Tabs
        name="profile"
        label={t('profileParts')}
        className="mb-6"
        tabs={TABS.map((id) => ({ id, label: t(`tab.${id}`) }))}
        value={tab}
        onChange={choose}
      />
      <TabPanel name="profile" id={tab}>
        {profile.data ? (
          <>
            {tab === 'info' && (
              <>
                <ProfileInfo profile={profile.data} onChange={profile.reload} />
                <AccountFacts profile={profile.data} />
                <ExportData />
              </>
            )}
            {tab === 'login' && <ProfileLogin profile={profile.data} onChange={profile.reload} />}
            {tab === 'security' && <ProfileSecurity profile={profile.data} />}
          </>
        ) : profile.error === undefined ? (
          <p className="text-muted">{t('loading')}</p>
        ) : (
          <LoadFailure error={profile.error} onRetry={profile.reload} />
        )}
      </TabPanel>
    </>
  )
}
