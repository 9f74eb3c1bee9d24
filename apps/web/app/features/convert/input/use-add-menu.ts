import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath } from '../../../lib/locale.ts'
import { useRouteLocale } from '../../../lib/use-route-locale.ts'
import type { MenuEntry } from '../../../ui/menu.tsx'

interface Given {
  onPaste: () => void
  onFiles: () => void
  onUrl: () => void
  onGit: () => void
  onStorage: () => void
}

/** What text, files and addresses are added with, where they have no bar of their own: the same list while what it does is the same. */
export function useAddMenu({ onPaste, onFiles, onUrl, onGit, onStorage }: Given): readonly MenuEntry[] {
  const t = useTranslations('convert.input')
  const navigate = useNavigate()
  const locale = useRouteLocale()
  return useMemo(() => {
    const onFree = () => void navigate(localizedPath(locale, '/free-nodes'))
    return [
      { id: 'paste', label: t('paste'), icon: 'clipboard-paste', onSelect: onPaste },
      { id: 'file', label: t('file'), icon: 'files', onSelect: onFiles },
      { id: 'url', label: t('url'), icon: 'rss', onSelect: onUrl },
      { id: 'git', label: t('git'), icon: 'file-code', onSelect: onGit },
      { id: 'storage', label: t('storage'), icon: 'database', onSelect: onStorage },
      { id: 'free', label: t('free'), icon: 'users', onSelect: onFree },
    ]
  }, [t, locale, navigate, onPaste, onFiles, onUrl, onGit, onStorage])
}
