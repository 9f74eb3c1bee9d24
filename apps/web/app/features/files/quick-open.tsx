import type { FileSpace } from '../../components/places/place.ts'
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Pending } from '../../ui/pending.tsx'
import { SearchField } from '../../ui/search-input.tsx'
import { PLACEHOLDER } from './file-names.ts'
import { quickMatches } from './quick-match.ts'

interface Props {
  space: FileSpace
  spaceKey: string
  onOpen: (path: string) => void
  onClose: () => void
}

/** Any file of the whole tree, by some letters of its path. */
export function QuickOpen({ space, spaceKey, onOpen, onClose }: Props) {
  const t = useTranslations('files')
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const tree = useLoaded(`tree ${spaceKey}`, () => space.tree())
  const paths = useMemo(
    () =>
      tree.data?.entries.filter(({ kind, name }) => kind === 'file' && name !== PLACEHOLDER).map(({ path }) => path) ??
      [],
    [tree.data],
  )
  const wanted = useDeferredValue(typed)
  const found = useMemo(() => quickMatches(paths, wanted), [paths, wanted])
  const active = Math.min(at, found.length - 1)
  const open = (path: string | undefined) => {
    if (path === undefined) return
    onClose()
    onOpen(path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by !== undefined) setAt(Math.max(0, Math.min(found.length - 1, active + by)))
    else if (event.key === 'Enter') open(found[active])
    else return
    event.preventDefault()
  }
  return (
    <Dialog open title={t('quickOpen')} onClose={onClose} data-testid="quick-open">
      <div className="flex flex-col gap-2" onKeyDown={onKeyDown}>
        <SearchField
          label={t('quickLabel')}
          value={typed}
          data-autofocus
          onChange={(text) => {
            setTyped(text)
            setAt(0)
          }}
        />
        {tree.data?.isTruncated && <p className="text-xs text-warning">{t('quickPart')}</p>}
        {tree.error !== undefined && <p className="text-sm text-error">{t('notListed')}</p>}
        {!tree.data && tree.error === undefined && <Pending />}
        <ul className="h-80 overflow-y-auto" aria-label={t('quickFound')}>
          {found.map((path, index) => (
            <li key={path}>
              <button
                type="button"
                tabIndex={-1}
                className={`flex min-h-(--row) w-full items-center rounded-md px-2 text-left text-sm ${index === active ? 'bg-selected' : 'hover:bg-hover'}`}
                aria-current={index === active || undefined}
                onClick={() => open(path)}
              >
                <span className="min-w-0 truncate">{path}</span>
              </button>
            </li>
          ))}
          {tree.data && found.length === 0 && <li className="text-sm text-muted">{t('quickNone')}</li>}
        </ul>
        <p role="status" className="sr-only">
          {found[active] ?? ''}
        </p>
      </div>
    </Dialog>
  )
}
