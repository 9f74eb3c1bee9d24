import { folderOf } from '@switchyard/git-hosts/writes'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { fileNameOf, queryOfFile } from '../../components/file-save/file-address.ts'
import { usePlaceName } from '../../components/file-save/use-place-name.ts'
import { localizedPath } from '../../lib/locale.ts'
import { useKeyGroup } from '../../lib/page-actions.ts'
import { useStore } from '../../lib/store.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { InTopBar } from '../../ui/top-bar-slot.tsx'
import type { FileBodyProps } from './file-screen.tsx'
import { useEscape } from './use-escape.ts'
import type { FileActions } from './use-file-actions.tsx'

interface Props extends FileBodyProps {
  actions: FileActions
  /** What this editor does besides, in its menu. */
  items: readonly MenuEntry[]
}

/** Which file is open, whether it is saved, and what is done with it as a whole. */
export function FileHead({ session, state, actions, items }: Props) {
  const t = useTranslations('fileEdit')
  const isPhone = useMedia(PHONE)
  const nameOf = usePlaceName()
  const { isSaving } = useStore(session.file.state)
  const { root, ref, path } = session.address
  const { texts, lock } = state
  const locale = useRouteLocale()
  const navigate = useNavigate()
  const folder = `${localizedPath(locale, '/files')}?${queryOfFile({ ...session.address, path: folderOf(path) })}`
  // What is not saved is asked about, as wherever the page is left.
  useEscape(() => void navigate(folder))
  useKeyGroup(useMemo(() => ({ name: t('keys'), rows: [{ keys: 'escape', label: t('toFolder') }] }), [t]))
  const where = [nameOf(session.place), root, ref, path.slice(0, -fileNameOf(path).length)].filter(Boolean).join(' · ')
  const menu = (
    <Menu
      label={t('more')}
      align="end"
      trigger={<IconButton icon="ellipsis" label={t('more')} data-testid="file-more" />}
      items={items}
    />
  )
  return (
    <header className="file-head">
      <div className="flex min-w-0 flex-1 items-center gap-2">
        <Icon name="file-text" className="size-4 shrink-0 text-muted max-sm:hidden" />
        <div className="min-w-0">
          <p className="flex items-center gap-2">
            <span className="truncate font-medium" data-testid="file-name">
              {fileNameOf(path)}
            </span>
            {session.isDirty && (
              <span className="shrink-0 text-xs text-muted" data-testid="file-dirty">
                <span aria-hidden="true">● </span>
                {t('unsaved')}
              </span>
            )}
          </p>
          <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
            <Link to={folder} title={t('toFolder')} className="max-w-full truncate text-link-plain">
              {where}
            </Link>
            {state.repository && !state.repository.isPrivate && (
              <Badge tone="warning" icon="alert-triangle">
                {t('isPublic')}
              </Badge>
            )}
            {lock && (
              <Badge icon="lock">
                <span data-testid="file-locked">{t('readOnly')}</span>
              </Badge>
            )}
          </p>
        </div>
      </div>
      <div className="flex items-center gap-1">
        <IconButton icon="undo-2" label={t('undo')} keys="mod+z" disabled={texts.past.length === 0} onClick={() => session.undo()} />
        <IconButton icon="redo-2" label={t('redo')} keys="mod+shift+z" disabled={texts.future.length === 0} onClick={() => session.redo()} />
        <Button look="solid" disabled={!actions.canSave} aria-busy={isSaving} data-testid="file-save" onClick={actions.save}>
          {t(isSaving ? 'saving' : 'save')}
        </Button>
        {isPhone ? <InTopBar place="end">{menu}</InTopBar> : menu}
      </div>
    </header>
  ) // oxfmt-ignore
}
