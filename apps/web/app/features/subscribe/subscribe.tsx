import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { ItemsTab } from './items-tab.tsx'
import { OutputsTab } from './outputs-tab.tsx'
import { SignedIn } from './signed-in.tsx'

const TABS = ['items', 'outputs'] as const
type TabId = (typeof TABS)[number]

/** What is subscribed to, and what is made of it for other devices. */
export function Subscribe() {
  const t = useTranslations('subscribe')
  const [search, setSearch] = useSearchParams()
  const tab = TABS.find((id) => id === search.get('tab')) ?? 'items'
  const choose = (id: TabId) => setSearch({ tab: id }, { replace: true, preventScrollReset: true })
  return (
    <>
      <Tabs
        name="subscribe"
        label={t('parts')}
        className="mb-4"
        tabs={TABS.map((id) => ({ id, label: t(`tab.${id}`), testId: `tab-${id}` }))}
        value={tab}
        onChange={choose}
      />
      <TabPanel name="subscribe" id={tab}>
        {tab === 'items' ? (
          <ItemsTab onPublished={() => choose('outputs')} />
        ) : (
          <SignedIn>
            <OutputsTab onItems={() => choose('items')} />
          </SignedIn>
        )}
      </TabPanel>
    </>
  )
}
