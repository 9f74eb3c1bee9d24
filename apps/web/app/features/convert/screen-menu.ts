import { isClientId } from '@switchyard/convert/facts'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { handOver } from '../../components/handover/handover.ts'
import { nameOfSources } from '../../components/node-list/output-file.ts'
import { reportGone } from '../../components/node-list/report-gone.ts'
import { localizedPath } from '../../lib/locale.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import type { MenuEntry } from '../../ui/menu.tsx'
import { useLayout } from './layout.ts'
import { useKeepDuplicates } from './nodes/track.tsx'
import type { ScreenDialog } from './screen-dialogs.tsx'
import { useModelPart, useSession, useStatePart } from './session/use-convert.ts'

interface Given {
  onDialog: (dialog: ScreenDialog) => void
  onShare: () => void
  onStar: () => void
  onClear: () => void
}

/** What can be done with the conversion as a whole, for the one menu of the screen. */
export function useScreenMenu({ onDialog, onShare, onStar, onClear }: Given): readonly MenuEntry[] {
  const t = useTranslations('convert')
  const session = useSession()
  const isRemembered = useStore(session.remembered, false)
  const duplicates = useKeepDuplicates()
  // Where there is room it stands beside the track.
  const isNarrow = ['tabs', 'phone'].includes(useLayout())
  const bench = useBenchEntry()
  const toLive = useToLive()
  return [
    ...bench,
    { id: 'live', label: t('toLive'), icon: 'network', onSelect: toLive },
    { id: 'share', label: t('share'), icon: 'external-link', onSelect: onShare },
    { id: 'star', label: t('starSettings'), icon: 'star', onSelect: onStar },
    ...(duplicates && isNarrow
      ? [{ id: 'duplicates', label: t('summary.keepDuplicates'), icon: 'equal' as const, checked: duplicates.isKept, onSelect: duplicates.toggle }]
      : []),
    { id: 'git-file', label: t('input.git'), icon: 'file-code', onSelect: () => onDialog({ name: 'git-file' }) },
    { id: 'restore', label: t('restore'), icon: 'history', onSelect: () => onDialog({ name: 'restore' }) },
    'separator',
    { id: 'export-recipe', label: t('recipe.export'), icon: 'download', onSelect: () => onDialog({ name: 'export-recipe' }) },
    { id: 'import-recipe', label: t('recipe.import'), icon: 'file-text', onSelect: () => onDialog({ name: 'import-recipe' }) },
    'separator',
    {
      id: 'remember', label: t('remember'), icon: 'hard-drive-download', checked: isRemembered,
      onSelect: () => {
        session.remember(!isRemembered)
        showToast({ kind: 'info', text: t('rememberNote') })
      },
    },
    { id: 'clear', label: t('clear'), icon: 'trash-2', danger: true, onSelect: onClear },
  ] // oxfmt-ignore
}

/** Takes the lists, with every edit, to where their nodes are checked. */
function useToLive(): () => void {
  const session = useSession()
  const locale = useRouteLocale()
  const navigate = useNavigate()
  return () => {
    const { sources, edits } = session.model
    handOver({ text: '', files: [], list: { sources, edits } })
    void navigate(localizedPath(locale, '/live-nodes'))
  }
}

/** Takes the result, with what was changed in it by hand, to the config workbench. A list of links is no config. */
function useBenchEntry(): readonly MenuEntry[] {
  const t = useTranslations('convert')
  const session = useSession()
  const locale = useRouteLocale()
  const navigate = useNavigate()
  const client = useModelPart(({ output }) => output)
  const hasResult = useStatePart(({ result }) => result !== undefined && !result.error && result.bytes > 0)
  if (!isClientId(client)) return []
  const open = async () => {
    const blob = await session.blob(new Date(), location).catch(reportGone(t('status.noAnswer')))
    if (!blob) return
    const name = nameOfSources(session.model.sources) || t('benchName')
    handOver({ text: '', files: [], opens: { name, text: await blob.text(), origin: 'convert', client } })
    void navigate(localizedPath(locale, '/mihomo'))
  }
  return [
    { id: 'bench', label: t('openInBench'), icon: 'file-code', disabled: !hasResult, onSelect: () => void open() },
    'separator',
  ]
}
