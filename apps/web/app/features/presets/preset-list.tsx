import { type KeyboardEvent, useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useFavourites } from '../../components/favourites/use-favourites.ts'
import { useStar } from '../../components/favourites/use-star.ts'
import { uiSettings } from '../../components/kept-settings/ui-settings.ts'
import { placeId, placeText } from '../../components/presets/preset-place.ts'
import type { PresetFile } from '../../components/presets/read-contents.ts'
import { fileSize } from '../../lib/file-size.ts'
import { type KeyGroup, useKeyGroup } from '../../lib/page-actions.ts'
import { isPress } from '../../lib/shortcuts.ts'
import { Icon } from '../../ui/icon.tsx'
import { starOf } from './star-of.ts'

interface Props {
  files: readonly PresetFile[]
  selected: string | undefined
  onSelect: (file: PresetFile) => void
}

/** Presets by their names. The arrows go from one to the next, `f` stars the one that has the focus. */
export function PresetList({ files, selected, onSelect }: Props) {
  const t = useTranslations('presets')
  const format = useFormatter()
  const toggle = useStar()
  const { rows } = useFavourites()
  const starred = new Set(rows.filter(({ kind, removed }) => kind === 'preset' && !removed).map(({ id }) => id))
  useKeyGroup(
    useMemo<KeyGroup>(
      () => ({
        name: t('keys.title'),
        rows: [
          { keys: '/', label: t('search') },
          { keys: 'up|down', label: t('keys.move') },
          { keys: 'enter', label: t('keys.open') },
          { keys: 'f', label: t('keys.star') },
        ],
      }),
      [t],
    ),
  )
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, file: PresetFile) => {
    const row = event.currentTarget.closest('li')
    const next = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling }[event.key]
    const star = starOf(file)
    if (next) next.querySelector('button')?.focus()
    else if (star && isPress(event, 'f') && (uiSettings.get().shortcuts ?? true)) void toggle(star)
    else return
    event.preventDefault()
  }
  return (
    <ul aria-label={t('list')} className="card divide-y divide-line overflow-hidden">
      {files.map((file) => {
        const id = placeId(file.place)
        return (
          <li key={id}>
            <button
              type="button"
              aria-current={placeText(file.place) === selected || undefined}
              className="preset-row"
              data-testid={`preset-${file.name}`}
              onClick={() => onSelect(file)}
              onKeyDown={(event) => onKeyDown(event, file)}
            >
              <span className="min-w-0 flex-1 wrap-anywhere">{file.name}</span>
              {starred.has(id) && (
                <>
                  <Icon name="star" className="starred size-4" />
                  <span className="sr-only">{t('starred')}</span>
                </>
              )}
              <span className="text-xs text-muted tabular-nums">{fileSize(file.bytes, format)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
