import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { takeCreated } from '../../components/handover/take-created.ts'
import { undoToast } from '../../components/node-list/undo-toast.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { EmptyList } from '../../components/node-list/empty-list.tsx'
import { offerList } from '../../components/node-list/current-lists.ts'
import { ListSession } from '../../components/node-list/list-session.ts'
import { ListContext, useList, useListHistory } from '../../components/node-list/use-list.ts'
import { tableSamples } from './table-sample.ts'
import { useImports } from '../../components/node-list/use-imports.tsx'

const importFull = () => import('./full-table.tsx').then(({ FullTable }) => FullTable)
const FullTable = lazyPart(importFull)
const UrlDialog = lazyPart(() => import('../../components/node-list/url-dialog.tsx').then(({ UrlDialog }) => UrlDialog))

let session: ListSession | undefined

/** The lists of the table, for other screens as well. They outlive the page, so that one may look elsewhere and come back. */
function tableSession(): ListSession {
  if (session) return session
  const lists = (session = new ListSession('table'))
  offerList('table', () => lists.model)
  return lists
}

/** Lists of nodes without a target: cleaned, compared, split and saved. Nothing of it leaves the page. */
export function NodeTable() {
  const [session] = useState(tableSession)
  const locale = useRouteLocale()
  const tl = useTranslations('nodeList')
  const t = useTranslations('nodeTable')
  const { key } = useLocation()
  useEffect(() => {
    // It may come while this page is shown already; what stood here before a reload is brought back first, for Undo.
    void session.start(locale).then(() => {
      const created = takeCreated()
      if (!created) return
      const hadLists = session.model.sources.length > 0
      session.create(created.name, created.text)
      if (hadLists) undoToast(session, tl('undo'), t('created', created))
    })
  }, [session, locale, key, tl, t])
  // Without nodes there is nothing to show in it; once there are some it is not to be waited for.
  useEffect(() => {
    void importFull().catch(() => undefined)
  }, [])
  return (
    <ListContext value={session}>
      <Screen />
    </ListContext>
  )
}

function Screen() {
  const t = useTranslations('nodeTable')
  const ti = useTranslations('listImport')
  const session = useList()
  const { recipe } = useListHistory()
  const [isAddingUrl, setAddingUrl] = useState(false)
  const imports = useImports({ onUrl: () => setAddingUrl(true), samples: tableSamples })
  return (
    <div className="node-table" data-testid="node-table">
      <h1 className="sr-only">{t('title')}</h1>
      {imports.input}
      {recipe.sources.length === 0 ? (
        <EmptyList imports={imports} label={t('title')} start={t('start')} note={t('startNote')} safety={t('private')}>
          <Button look="ghost" icon="pencil" data-testid="blank" onClick={() => session.addBlank()}>
            {t('blank')}
          </Button>
        </EmptyList>
      ) : (
        <Suspense>
          <FullTable imports={imports} />
        </Suspense>
      )}
      {imports.isDropping && (
        <div className="pointer-events-none fixed inset-2 z-40 grid place-items-center rounded-lg border-2 border-dashed border-link bg-page/90 p-4 text-center font-medium">
          {ti('drop')}
        </div>
      )}
      {isAddingUrl && (
        <Suspense>
          <UrlDialog session={session} onClose={() => setAddingUrl(false)} />
        </Suspense>
      )}
    </div>
  )
}
