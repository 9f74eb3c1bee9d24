import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { preloadEditor } from '../../../components/config-editor/code-editor.tsx'
import { preloadRegionNames } from '../../../components/node-grid/rows/region-names.ts'
import { localizedPath } from '../../../lib/locale.ts'
import { useRouteLocale } from '../../../lib/use-route-locale.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { RefusedFiles } from './refused-files.tsx'
import { useAdding } from './use-adding.ts'

const TAKES = [
  { kind: 'links', icon: 'link' },
  { kind: 'files', icon: 'file-code' },
  { kind: 'drop', icon: 'upload' },
] as const

interface Props {
  /** What had the focus may have gone with the last entry. */
  takesFocus: boolean
  onFiles: () => void
  onUrl: () => void
  onWrite: () => void
  onRestore: () => void
}

/** What one can begin with; nothing else is shown before there is something to show. */
export function EmptyScreen({ takesFocus, onFiles, onUrl, onWrite, onRestore }: Props) {
  const t = useTranslations('convert')
  const { paste, takeSample } = useAdding(onWrite)
  const first = useRef<HTMLDivElement>(null)
  const locale = useLocale()
  const routeLocale = useRouteLocale()
  useEffect(preloadEditor, [])
  useEffect(() => preloadRegionNames(locale), [locale])
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) first.current?.querySelector('button')?.focus()
  }, [takesFocus])
  return (
    <section
      aria-label={t('panes.input')}
      className="flex min-w-0 flex-1 flex-col items-center gap-4 overflow-y-auto p-4 before:flex-1 after:flex-2 sm:p-6"
      data-testid="empty-screen"
    >
      <div className="w-full max-w-[720px] rounded-xl border-2 border-dashed border-line-strong bg-card px-4 py-5 text-center sm:px-10 sm:py-12">
        <h2 className="text-2xl leading-8 font-semibold">{t('input.start')}</h2>
        <p className="mt-2 text-balance text-muted">
          <ByPointer fine={t('input.startNote')} touch={t('input.startNoteTouch')} />
        </p>
        <div ref={first} className="mt-6 grid justify-center gap-2 max-sm:justify-stretch sm:flex">
          <Button look="solid" size="large" icon="clipboard-paste" onClick={paste}>
            {t('input.paste')}
          </Button>
          <Button size="large" icon="rss" onClick={onUrl}>
            {t('input.url')}
          </Button>
          <Button size="large" icon="files" onClick={onFiles}>
            {t('input.file')}
          </Button>
        </div>
        <div className="mt-2 grid grid-cols-2 justify-center gap-2 sm:flex">
          <Button look="ghost" icon="file-text" data-testid="sample" onClick={takeSample}>
            {t('input.sample')}
          </Button>
          <Button look="ghost" icon="keyboard" data-testid="write" onClick={onWrite}>
            {t('input.write')}
          </Button>
          <Link to={localizedPath(routeLocale, '/free-nodes')} className={buttonClass('ghost')} data-testid="free">
            <Icon name="users" className="size-4" />
            {t('input.free')}
          </Link>
        </div>
        <ul className="mt-4 grid gap-4 border-t border-line pt-4 sm:mt-8 sm:pt-6 text-left text-sm sm:grid-cols-3 sm:gap-6">
          {TAKES.map(({ kind, icon }) => (
            <li key={kind} className="flex gap-3 sm:flex-col sm:gap-1.5">
              <Icon name={icon} className="mt-0.5 size-4 shrink-0 text-link" />
              <div className="min-w-0">
                <h3 className="font-medium">{t(`input.takes.${kind}`)}</h3>
                <p className="mt-0.5 text-xs leading-5 text-muted">
                  {kind === 'drop' ? (
                    <ByPointer fine={t('input.takes.dropNote')} touch={t('input.takes.dropNoteTouch')} />
                  ) : (
                    t(`input.takes.${kind}Note`)
                  )}
                </p>
              </div>
            </li>
          ))}
        </ul>
        {/* On a phone the menu of the screen has it. */}
        <p className="mt-6 text-sm text-muted max-sm:hidden">
          {t('input.oldLink')}
          <Button look="ghost" className="px-1.5! text-link! underline underline-offset-4" onClick={onRestore}>
            {t('restore')}
          </Button>
        </p>
      </div>
      <div className="w-full max-w-[720px]">
        <RefusedFiles />
      </div>
    </section>
  )
}

/** A touch screen has no keys to paste with and no window to drop on. */
function ByPointer({ fine, touch }: { fine: string; touch: string }) {
  return (
    <>
      <span className="pointer-coarse:hidden">{fine}</span>
      <span className="hidden pointer-coarse:inline">{touch}</span>
    </>
  )
}
