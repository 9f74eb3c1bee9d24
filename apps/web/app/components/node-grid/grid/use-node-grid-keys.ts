import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { KeyGroup } from '../../../lib/page-actions.ts'

/** The keys of the list of entries. The page lists them under `?`, even if there is no list yet. */
export function useNodeGridKeys(): KeyGroup {
  const t = useTranslations('nodeGrid')
  return useMemo(
    () => ({
      name: t('keys.title'),
      rows: [
        { keys: '/', label: t('filter') },
        { keys: 'up|down|left|right', label: t('keys.cell') },
        { keys: 'home|end', label: t('keys.column') },
        { keys: 'mod+home', label: t('keys.first') },
        { keys: 'mod+end', label: t('keys.last') },
        { keys: 'pageup|pagedown', label: t('keys.page') },
        { keys: 'space', label: t('keys.select') },
        { keys: 'shift+down', label: t('keys.range') },
        { keys: 'mod+a', label: t('keys.all') },
        { keys: 'enter', label: t('keys.enter') },
        { keys: 'f2', label: t('rename') },
        { keys: 'mod+c', label: t('copyLinks') },
        { keys: 'f', label: t('star') },
        { keys: 'mod+v', label: t('keys.paste') },
        { keys: 'delete', label: t('delete') },
        { keys: 'alt+up', label: t('moveUp') },
        { keys: 'alt+down', label: t('moveDown') },
        { keys: 'shift+left', label: t('keys.narrower') },
        { keys: 'shift+right', label: t('keys.wider') },
      ],
    }),
    [t],
  )
}
