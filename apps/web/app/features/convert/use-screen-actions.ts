import { useMemo, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { usePageActions, type PageAction } from '../../lib/page-actions.ts'
import { showToast } from '../../lib/toasts.ts'
import { copyText } from '../../ui/copy-button.tsx'
import type { ScreenDialog } from './screen-dialogs.tsx'
import { hasMoreThanLink, settingsLink } from './settings-link.ts'
import { undoToast } from './undo-toast.ts'
import { useSession } from './use-convert.ts'

interface Given {
  copy: RefObject<(() => void) | null>
  openOptions: () => void
  openDialog: (dialog: ScreenDialog) => void
}

/** What can be done with the conversion as a whole. The palette and the shortcuts know it too. */
export function useScreenActions({ copy, openOptions, openDialog }: Given) {
  const t = useTranslations('convert')
  const session = useSession()

  const share = async () => {
    const link = settingsLink(session.model, location)
    try {
      await copyText(link)
      showToast({ kind: 'success', text: t(hasMoreThanLink(session.model) ? 'sharedPart' : 'shared') })
    } catch {
      showToast({ kind: 'info', text: link })
    }
  }
  const clear = () => {
    session.clear()
    undoToast(session, t, t('cleared'))
  }

  const actions = useMemo(
    (): PageAction[] => [
      { id: 'convert-copy', label: t('output.copy'), icon: 'copy', keys: 'mod+alt+c', run: () => copy.current?.() },
      { id: 'convert-undo', label: t('undo'), icon: 'undo-2', keys: 'mod+z', run: () => session.undo() },
      {
        id: 'convert-redo',
        label: t('redo'),
        icon: 'undo-2',
        keys: 'mod+shift+z',
        run: () => session.redo(),
      },
      { id: 'convert-options', label: t('options'), icon: 'settings', run: () => openOptions() },
      { id: 'convert-compare', label: t('compare'), icon: 'list-checks', run: () => openDialog({ name: 'compare' }) },
      {
        id: 'convert-generate',
        label: t('status.generate'),
        icon: 'zap',
        keys: 'mod+enter',
        run: () => session.generate(),
      },
      {
        id: 'convert-template',
        label: t('template.title'),
        icon: 'file-text',
        run: () => openDialog({ name: 'template' }),
      },
      { id: 'convert-share', label: t('share'), icon: 'external-link', run: () => void share() },
      { id: 'convert-restore', label: t('restore'), icon: 'history', run: () => openDialog({ name: 'restore' }) },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the functions read what is current when they run
    [t, session],
  )
  usePageActions(actions)
  return { share: () => void share(), clear }
}
