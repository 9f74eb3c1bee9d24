import type { SubscriptionAddress } from '@switchyard/recipe/model'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { newSource } from '../../components/node-list/add-files.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { turnChecksOn } from './nodes/fixes.ts'
import { useFixTools } from './nodes/use-fixes.ts'
import { useSession } from './session/use-convert.ts'

const CompareDialog = lazyPart(() => import('./output/compare-dialog.tsx').then(({ CompareDialog }) => CompareDialog))
const CipherDialog = lazyPart(() => import('./nodes/cipher-dialog.tsx').then(({ CipherDialog }) => CipherDialog))
const QrDialog = lazyPart(() => import('../../components/node-list/qr-dialog.tsx').then(({ QrDialog }) => QrDialog))
const TemplateDialog = lazyPart(() =>
  import('./options/template-dialog.tsx').then(({ TemplateDialog }) => TemplateDialog),
)
const RestoreDialog = lazyPart(() => import('./input/restore-dialog.tsx').then(({ RestoreDialog }) => RestoreDialog))

const GitFileDialog = lazyPart(() =>
  import('../../components/places/git-file-dialog.tsx').then(({ GitFileDialog }) => GitFileDialog),
)
const StorageFileDialog = lazyPart(() =>
  import('../../components/storage/storage-file-dialog.tsx').then(({ StorageFileDialog }) => StorageFileDialog),
)
const ExportRecipe = lazyPart(() =>
  import('./session/recipe-dialogs.tsx').then(({ ExportRecipeDialog }) => ExportRecipeDialog),
)
const ImportRecipe = lazyPart(() =>
  import('./session/recipe-dialogs.tsx').then(({ ImportRecipeDialog }) => ImportRecipeDialog),
)

/** A dialog of the screen, and what it is about. */
export type ScreenDialog =
  /** `address`: of a converter, in the text. */
  | { name: 'restore'; address?: SubscriptionAddress }
  | { name: 'compare' | 'template' | 'export-recipe' | 'import-recipe' | 'git-file' | 'storage-file' }
  /** Of a node, or of the result. */
  | { name: 'qr'; key: string | null }
  | { name: 'cipher'; key: string }
  /** Nodes whose certificate is not checked. */
  | { name: 'checks'; keys: readonly string[] }

interface Props {
  dialog: ScreenDialog | undefined
  onClose: () => void
}

export function ScreenDialogs({ dialog, onClose }: Props) {
  const session = useSession()
  return (
    <Suspense>
      {dialog?.name === 'compare' && <CompareDialog onClose={onClose} />}
      {dialog?.name === 'template' && <TemplateDialog onClose={onClose} />}
      {dialog?.name === 'restore' && <RestoreDialog address={dialog.address} onClose={onClose} />}
      {dialog?.name === 'export-recipe' && <ExportRecipe onClose={onClose} />}
      {dialog?.name === 'import-recipe' && <ImportRecipe onClose={onClose} />}
      {dialog?.name === 'qr' && <QrDialog desk={session.desk} nodeKey={dialog.key} onClose={onClose} />}
      {dialog?.name === 'git-file' && <AddPlaceFile Dialog={GitFileDialog} title="gitTitle" onClose={onClose} />}
      {dialog?.name === 'storage-file' && (
        <AddPlaceFile Dialog={StorageFileDialog} title="storageTitle" onClose={onClose} />
      )}
      {dialog?.name === 'cipher' && <CipherDialog nodeKey={dialog.key} onClose={onClose} />}
      {dialog?.name === 'checks' && <ChecksDialog keys={dialog.keys} onClose={onClose} />}
    </Suspense>
  )
}

interface PlaceFileProps {
  Dialog: typeof GitFileDialog
  title: 'gitTitle' | 'storageTitle'
  onClose: () => void
}

/** A file of a repository or bucket becomes a source, which knows where it is read again. */
function AddPlaceFile({ Dialog, title, onClose }: PlaceFileProps) {
  const t = useTranslations('convert.input')
  const session = useSession()
  return (
    <Dialog
      title={t(title)}
      apply={t('gitAdd')}
      onRead={(read, origin) => {
        const name = origin.path.split('/').at(-1) ?? origin.path
        session.change((model) => ({
          ...model,
          sources: [...model.sources, { ...newSource('file', name), ...read, origin }],
        }))
      }}
      onClose={onClose}
    />
  )
}

function ChecksDialog({ keys, onClose }: { keys: readonly string[]; onClose: () => void }) {
  const t = useTranslations('convert.checks')
  const tools = useFixTools()
  return (
    <ConfirmDialog
      title={t('title', { n: keys.length })}
      text={t('text')}
      confirm={t('confirm')}
      onConfirm={() => void turnChecksOn(keys, tools)}
      onClose={onClose}
    />
  )
}
