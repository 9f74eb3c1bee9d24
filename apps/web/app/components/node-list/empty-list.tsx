import { useEffect, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { preloadRegionNames } from '../node-grid/rows/region-names.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Imports } from './use-imports.tsx'

interface Props {
  imports: Imports
  /** What the screen is called, and what it does with the nodes. */
  label: string
  start: string
  note: string
  /** Who gets to see what of them. */
  safety: string
  /** Further ways to begin. */
  children?: ReactNode
}

/** What one can begin with on a screen for lists of nodes. */
export function EmptyList({ imports: { paste, url, files, sample }, label, start, note, safety, children }: Props) {
  const t = useTranslations('listImport')
  const locale = useLocale()
  useEffect(() => preloadRegionNames(locale), [locale])
  return (
    <section
      aria-label={label}
      className="flex min-w-0 flex-1 flex-col items-center overflow-y-auto p-4 before:flex-1 after:flex-2 sm:p-6"
      data-testid="empty-list"
    >
      <div className="w-full max-w-[720px] rounded-xl border-2 border-dashed border-line-strong bg-card px-4 py-5 text-center sm:px-10 sm:py-12">
        <h2 className="text-2xl leading-8 font-semibold">{start}</h2>
        <p className="mt-2 text-balance text-muted">{note}</p>
        <div className="mt-6 grid justify-center gap-2 max-sm:justify-stretch sm:flex">
          <Button look="solid" size="large" icon="clipboard-paste" onClick={paste}>
            {t('paste')}
          </Button>
          <Button size="large" icon="rss" onClick={url}>
            {t('url')}
          </Button>
          <Button size="large" icon="files" onClick={files}>
            {t('file')}
          </Button>
        </div>
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          <Button look="ghost" icon="file-text" data-testid="sample" onClick={sample}>
            {t('sample')}
          </Button>
          {children}
        </div>
        <p className="mt-4 flex items-center justify-center gap-1.5 text-xs text-muted">
          <Icon name="lock" className="size-3.5" />
          {safety}
        </p>
      </div>
    </section>
  )
}
