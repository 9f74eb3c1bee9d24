import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath } from '../../lib/locale.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { ScreenDialog } from './screen-dialogs.tsx'
import { useHistoryState, useSession } from './session/use-convert.ts'

interface Props {
  areOptionsShown: boolean
  onOptions: () => void
  onDialog: (dialog: ScreenDialog) => void
  onShare: () => void
  onClear: () => void
}

/** Title and privacy of the screen, and what is done with the whole of it. */
export function ScreenHeader({ areOptionsShown, onOptions, onDialog, onShare, onClear }: Props) {
  const t = useTranslations('convert')
  const session = useSession()
  const locale = useRouteLocale()
  const { canUndo, canRedo } = useHistoryState()
  const isRemembered = useStore(session.remembered, false)
  return (
    <header className="flex items-center gap-x-1 border-b border-line px-3 py-1.5">
      <h1 className="sr-only">{t('title')}</h1>
      <Link
        to={localizedPath(locale, '/privacy')}
        className="inline-flex min-h-(--target) min-w-0 items-center gap-1.5 text-xs leading-4 text-muted hover:text-fg"
      >
        <Icon name="lock" className="size-3.5" />
        <span className="underline decoration-line-strong underline-offset-4 max-sm:hidden">{t('privacy')}</span>
        <span className="underline decoration-line-strong underline-offset-4 sm:hidden">{t('privacyShort')}</span>
      </Link>
      <span className="flex-1" />
      <IconButton
        icon="undo-2"
        label={t('undo')}
        keys="mod+z"
        disabled={!canUndo}
        data-testid="action-undo"
        onClick={() => session.undo()}
      />
      <IconButton
        icon="redo-2"
        label={t('redo')}
        keys="mod+shift+z"
        disabled={!canRedo}
        data-testid="action-redo"
        onClick={() => session.redo()}
      />
      <Button
        icon="settings"
        className="max-lg:hidden"
        aria-expanded={areOptionsShown}
        data-opens="options"
        data-testid="options-open"
        onClick={onOptions}
      >
        {t('options')}
      </Button>
      <Menu
        label={t('more')}
        align="end"
        trigger={<IconButton icon="ellipsis" label={t('more')} data-testid="convert-more" />}
        items={[
          { id: 'share', label: t('share'), icon: 'external-link', onSelect: onShare },
          { id: 'restore', label: t('restore'), icon: 'history', onSelect: () => onDialog({ name: 'restore' }) },
          { id: 'compare', label: t('compare'), icon: 'list-checks', onSelect: () => onDialog({ name: 'compare' }) },
          'separator',
          { id: 'export-recipe', label: t('recipe.export'), icon: 'download', onSelect: () => onDialog({ name: 'export-recipe' }) },
          { id: 'import-recipe', label: t('recipe.import'), icon: 'file-text', onSelect: () => onDialog({ name: 'import-recipe' }) },
          'separator',
          {
            id: 'remember', label: t('remember'), checked: isRemembered,
            onSelect: () => {
              session.remember(!isRemembered)
              showToast({ kind: 'info', text: t('rememberNote') })
            },
          },
          { id: 'clear', label: t('clear'), icon: 'trash-2', danger: true, onSelect: onClear },
        ]} // oxfmt-ignore
      />
    </header>
  )
}
