import { useRef, type KeyboardEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { handOver } from '../../lib/handover.ts'
import { preloadPage } from '../../lib/lazy-page.ts'
import { localizedPath, type Locale } from '../../lib/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Textarea } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'

/**
 * Takes text to the converter. It has no name, so even a form that is sent without scripts carries nothing; Enter
 * goes, Shift and Enter make a new line.
 */
export function PasteBox({ locale }: { locale: Locale }) {
  const t = useTranslations('home')
  const navigate = useNavigate()
  const box = useRef<HTMLTextAreaElement>(null)
  const converter = localizedPath(locale, '/convert')

  const go = () => {
    const text = box.current?.value ?? ''
    if (text.trim()) handOver(text)
    void navigate(converter)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    go()
  }

  return (
    <form
      action={converter}
      className="mt-8"
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <div className="rounded-xl border border-control bg-card p-2 focus-within:border-link focus-within:outline-2 focus-within:outline-link">
        <Textarea
          ref={box}
          rows={3}
          aria-label={t('paste')}
          placeholder={t('paste')}
          className="resize-none border-0! bg-transparent! font-mono outline-none!"
          onFocus={() => void preloadPage(converter)}
          onKeyDown={onKeyDown}
        />
        <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
          <Link
            to={localizedPath(locale, '/privacy')}
            className="flex min-h-(--target) items-center gap-1.5 px-2 text-xs text-muted hover:text-fg hover:underline"
          >
            <Icon name="lock" className="size-3.5" />
            {t('private')}
          </Link>
          <Button type="submit" look="solid" className="max-sm:w-full">
            {t('convert')}
            <Icon name="arrow-right" />
          </Button>
        </div>
      </div>
    </form>
  )
}
