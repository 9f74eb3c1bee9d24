import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { takeCreated } from '../../components/handover/take-created.ts'
import { undoToast } from '../../components/node-list/undo-toast.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { EmptyTable } from './empty-table.tsx'
import { tableSession } from './table-session.ts'
import { TableContext, useTable, useTableHistory } from './use-table.ts'
import { useImports } from './use-imports.tsx'

const importFull = () => import('./full-table.tsx').then(({ FullTable }) => FullTable)
const FullTable = lazyPart(importFull)
const UrlDialog = lazyPart(() => import('../../components/node-list/url-dialog.tsx').then(({ UrlDialog }) => UrlDialog))

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
    <TableContext value={session}>
      <Screen />
    </TableContext>
  )
}

function Screen() {
  const t = useTranslations('nodeTable')
  const session = useTable()
  const { recipe } = useTableHistory()
  const [isAddingUrl, setAddingUrl] = useState(false)
  const imports = useImports(() => setAddingUrl(true))
  return (
    <div className="node-table" data-testid="node-table">
      <h1 className="sr-only">{t('title')}</h1>
      {imports.input}
      {recipe.sources.length === 0 ? (
        <EmptyTable imports={imports} />
      ) : (
        <Suspense>
          <FullTable imports={imports} />
        </Suspense>
      )}
      {imports.isDropping && (
        <div className="pointer-events-none fixed inset-2 z-40 grid place-items-center rounded-lg border-2 border-dashed border-link bg-page/90 p-4 text-center font-medium">
          {t('drop')}
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
