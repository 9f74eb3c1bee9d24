import { Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
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
  useEffect(() => void session.start(locale), [session, locale])
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
