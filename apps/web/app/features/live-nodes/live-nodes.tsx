import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { takeSentList } from '../../components/handover/take-created.ts'
import { EmptyList } from '../../components/node-list/empty-list.tsx'
import { sampleText } from '../../components/node-list/sample.ts'
import { undoToast } from '../../components/node-list/undo-toast.ts'
import { useImports } from '../../components/node-list/use-imports.tsx'
import { ListContext, useListHistory } from '../../components/node-list/use-list.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { CheckTerms } from './check-terms.tsx'
import { liveSession, type LiveNodesSession } from './live-session.ts'

const importFull = () => import('./full-list.tsx').then(({ FullList }) => FullList)
const FullList = lazyPart(importFull)
const UrlDialog = lazyPart(() => import('../../components/node-list/url-dialog.tsx').then(({ UrlDialog }) => UrlDialog))
const KeptDialog = lazyPart(() => import('./kept-dialog.tsx').then(({ KeptDialog }) => KeptDialog))

/** A person's own nodes, and which of them answer. The server is told where they stand, and nothing else. */
export function LiveNodes() {
  const [session] = useState(liveSession)
  const locale = useRouteLocale()
  const t = useTranslations('liveNodes')
  const tl = useTranslations('nodeList')
  const { key } = useLocation()
  useEffect(() => {
    void session.start(locale).then(() => {
      const list = takeSentList()
      if (!list) return
      const hadLists = session.model.sources.length > 0
      session.takeLists(list)
      if (hadLists) undoToast(session, tl('undo'), t('taken'))
    })
  }, [session, locale, key, t, tl])
  useEffect(() => {
    void importFull().catch(() => undefined)
  }, [])
  return (
    <ListContext value={session}>
      <Screen session={session} />
    </ListContext>
  )
}

function Screen({ session }: { session: LiveNodesSession }) {
  const t = useTranslations('liveNodes')
  const ti = useTranslations('listImport')
  const { recipe } = useListHistory()
  const [dialog, setDialog] = useState<'url' | 'kept'>()
  const imports = useImports({ onUrl: () => setDialog('url'), samples: (nameOf) => [sampleText(nameOf)] })
  const addKept = () => setDialog('kept')
  const close = () => setDialog(undefined)
  return (
    <div className="live-nodes" data-testid="live-nodes">
      <h1 className="sr-only">{t('title')}</h1>
      {imports.input}
      {recipe.sources.length === 0 ? (
        <>
          <CheckTerms />
          <EmptyList
            imports={imports}
            label={t('title')}
            start={t('start')}
            note={t('startNote')}
            safety={t('private')}
          >
            <Button look="ghost" icon="rss" data-testid="kept" onClick={addKept}>
              {t('kept.open')}
            </Button>
          </EmptyList>
        </>
      ) : (
        <Suspense>
          <FullList session={session} imports={imports} onKept={addKept} />
        </Suspense>
      )}
      {imports.isDropping && (
        <div className="pointer-events-none fixed inset-2 z-40 grid place-items-center rounded-lg border-2 border-dashed border-link bg-page/90 p-4 text-center font-medium">
          {ti('drop')}
        </div>
      )}
      <Suspense>
        {dialog === 'url' && <UrlDialog session={session} onClose={close} />}
        {dialog === 'kept' && <KeptDialog session={session} onClose={close} />}
      </Suspense>
    </div>
  )
}
