import { useTranslations } from 'use-intl'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import type { MenuEntry } from '../../ui/menu.tsx'
import { useLayout } from './layout.ts'
import { useKeepDuplicates } from './nodes/track.tsx'
import type { ScreenDialog } from './screen-dialogs.tsx'
import { useSession } from './session/use-convert.ts'

interface Given {
  onDialog: (dialog: ScreenDialog) => void
  onShare: () => void
  onClear: () => void
}

/** What can be done with the conversion as a whole, for the one menu of the screen. */
export function useScreenMenu({ onDialog, onShare, onClear }: Given): readonly MenuEntry[] {
  const t = useTranslations('convert')
  const session = useSession()
  const isRemembered = useStore(session.remembered, false)
  const duplicates = useKeepDuplicates()
  // Where there is room it stands beside the track.
  const isNarrow = ['tabs', 'phone'].includes(useLayout())
  return [
    { id: 'share', label: t('share'), icon: 'external-link', onSelect: onShare },
    ...(duplicates && isNarrow
      ? [{ id: 'duplicates', label: t('summary.keepDuplicates'), icon: 'equal' as const, checked: duplicates.isKept, onSelect: duplicates.toggle }]
      : []),
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
