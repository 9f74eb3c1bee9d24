import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { useApi } from '../../lib/use-loaded.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { browserItems } from './browser-items.ts'
import { ItemsTab } from './items-tab.tsx'
import { serverItems } from './server-items.ts'
import { SignedInOnly } from './signed-in-only.tsx'
import { useItems } from './use-items.ts'

// A first visit has published nothing.
const OutputsTab = lazyPart(async () => (await import('./outputs-tab.tsx')).OutputsTab)

const TABS = ['items', 'outputs'] as const
type TabId = (typeof TABS)[number]

/** What is subscribed to, and what is made of it for other devices. */
export function Subscribe() {
  const known = useStore(session, undefined)
  return <Kept key={known?.user?.id ?? ''} isSignedIn={known && known.user !== undefined} />
}

/** `isSignedIn`: undefined while nobody knows. */
function Kept({ isSignedIn }: { isSignedIn: boolean | undefined }) {
  const t = useTranslations('subscribe')
  const [search, setSearch] = useSearchParams()
  const server = useItems(isSignedIn ? serverItems : undefined)
  const device = useItems(browserItems)
  const outputs = useApi('GET /api/outputs', { quiet: true }, isSignedIn === true)
  const hasItems = server.list.length + device.list.length > 0
  const areKnown =
    isSignedIn === false || (server.data !== undefined && device.data !== undefined && !outputs.isLoading)
  const usual = useFirst(areKnown ? (!hasItems && outputs.data?.outputs.length ? 'outputs' : 'items') : undefined)
  const tab = TABS.find((id) => id === search.get('tab')) ?? usual ?? 'items'
  const choose = (id: TabId) => setSearch({ tab: id }, { replace: true, preventScrollReset: true })
  const isCounted = isSignedIn !== undefined && server.data !== undefined && device.data !== undefined
  // None is no number: an empty list says so itself.
  const counts = {
    items: isCounted ? server.list.length + device.list.length || undefined : null,
    outputs: outputs.data?.outputs.length || undefined,
  }
  return (
    <>
      <Tabs
        name="subscribe"
        label={t('parts')}
        className="mb-4"
        tabs={TABS.map((id) => ({ id, label: t(`tab.${id}`), count: counts[id], testId: `tab-${id}` }))}
        value={tab}
        onChange={choose}
      />
      <TabPanel name="subscribe" id={tab}>
        {tab === 'outputs' ? (
          <SignedInOnly>
            <Suspense fallback={<p className="text-muted">{t('loading')}</p>}>
              <OutputsTab outputs={outputs} onItems={() => choose('items')} />
            </Suspense>
          </SignedInOnly>
        ) : isSignedIn === undefined ? (
          <p className="text-muted">{t('loading')}</p>
        ) : (
          <ItemsTab
            {...{ isSignedIn, server, device }}
            onPublished={() => {
              // Its sources say now what they are used by.
              server.reload()
              choose('outputs')
            }}
          />
        )}
      </TabPanel>
    </>
  )
}

/** The first value that is known: what is shown does not change under who looks at it. */
function useFirst<T>(value: T | undefined): T | undefined {
  const [first, setFirst] = useState(value)
  if (first === undefined && value !== undefined) setFirst(value)
  return first ?? value
}
