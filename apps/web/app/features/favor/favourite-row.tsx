import { type KeyboardEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Favourite } from '../../components/favourites/favourite.ts'
import { changeFavourite } from '../../components/favourites/favourite-store.ts'
import { useStar } from '../../components/favourites/use-star.ts'
import { handOver } from '../../components/handover/handover.ts'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { FAVOURITE_KINDS } from './kinds.ts'
import { useIsGone } from './use-is-gone.ts'

interface Props {
  favourite: Favourite
  /** Moves it by one row; undefined: there is none. */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

const NAME_MAX_LETTERS = 64

/** One favourite: to use, to rename, to move, to take away. */
export function FavouriteRow({ favourite, onUp, onDown }: Props) {
  const t = useTranslations('favor')
  const locale = useRouteLocale()
  const navigate = useNavigate()
  const toggle = useStar()
  const [isEdited, setEdited] = useState(false)
  const { kind, name, folder, data, synced } = favourite
  const { iconOf, pathOf, isText } = FAVOURITE_KINDS[kind]
  const isGone = useIsGone(favourite)
  const path = isGone ? undefined : pathOf?.(favourite)
  const isMissing = pathOf !== undefined && path === undefined
  const convert = () => {
    handOver({ text: data ?? '', files: [] })
    void navigate(localizedPath(locale, '/convert'))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey) return
    const move = event.key === 'ArrowUp' ? onUp : event.key === 'ArrowDown' ? onDown : undefined
    if (!move) return
    event.preventDefault()
    move()
  }
  return (
    <li className="favourite-row" data-testid={`favourite-${kind}-${favourite.id}`} onKeyDown={onKeyDown}>
      <Icon name={iconOf(favourite)} className={`size-5 shrink-0 ${isMissing ? 'text-muted' : 'text-link'}`} />
      <span className="min-w-0 flex-1">
        {path === undefined ? (
          <span className={`block truncate font-medium ${isMissing ? 'text-muted line-through' : ''}`}>{name}</span>
        ) : (
          <Link to={localizedPath(locale, path)} className="block truncate font-medium text-link hover:underline">
            {name}
          </Link>
        )}
        <span className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
          {t(`kind.${kind}`)}
          {folder && <Badge tone="quiet">{folder}</Badge>}
          {isMissing && t('missing')}
          {synced && t('inAccount')}
        </span>
      </span>
      <span className="flex flex-wrap items-center justify-end gap-1">
        {isText && data && (
          <>
            <CopyButton text={data} label={t('copy', { name })} iconOnly look="ghost" />
            <Button size="small" onClick={convert}>
              {t('convert')}
            </Button>
          </>
        )}
        <IconButton icon="arrow-up" label={t('up', { name })} disabled={!onUp} onClick={onUp} />
        <IconButton icon="arrow-down" label={t('down', { name })} disabled={!onDown} onClick={onDown} />
        <IconButton icon="pencil" label={t('edit', { name })} onClick={() => setEdited(true)} />
        <IconButton icon="trash-2" label={t('remove', { name })} onClick={() => void toggle(favourite)} />
      </span>
      {isEdited && <EditDialog favourite={favourite} onClose={() => setEdited(false)} />}
    </li>
  )
}

function EditDialog({ favourite, onClose }: { favourite: Favourite; onClose: () => void }) {
  const t = useTranslations('favor')
  const [name, setName] = useState(favourite.name)
  const [folder, setFolder] = useState(favourite.folder ?? '')
  return (
    <FormDialog
      title={t('editTitle')}
      apply={t('save')}
      canApply={name.trim() !== ''}
      dirty={name !== favourite.name || folder !== (favourite.folder ?? '')}
      onApply={() => changeFavourite(favourite, { name: name.trim(), folder: folder.trim() })}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <Field label={t('name')}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={NAME_MAX_LETTERS}
              data-autofocus
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('folder')} hint={t('folderHint')}>
          {(control) => (
            <Input
              {...control}
              value={folder}
              maxLength={NAME_MAX_LETTERS}
              onChange={(event) => setFolder(event.target.value)}
            />
          )}
        </Field>
      </div>
    </FormDialog>
  )
}
