import { useMemo, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { useTranslations } from 'use-intl'
import type { HandedFile } from '../../components/handover/handover.ts'
import { localizedPath, type Locale } from '../../lib/locale.ts'
import { usePageActions, type PageAction } from '../../lib/page-actions.ts'
import { useMedia } from '../../lib/use-media.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FilePicker } from '../../ui/file-picker.tsx'
import { Textarea } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'

interface Props {
  locale: Locale
  box: Ref<HTMLTextAreaElement>
  files: readonly HandedFile[]
  hasInput: boolean
  isDropTarget: boolean
  onText: () => void
  onFiles: (files: readonly File[]) => void
  onRemoveFile: (id: string) => void
  onPaste: () => void
  onSample: () => void
  onClear: () => void
  /** It looks as if one will go on to the converter. */
  onMayGo: () => void
  onGo: () => void
  /** The next step with what is in the box, where it is no other page. */
  next: ReactNode
  /** What could not be taken, and why. */
  children: ReactNode
}

/** An action does what its button does. */
const press = (testId: string) => () => document.querySelector<HTMLElement>(`[data-testid=${testId}]`)?.click()

/**
 * Takes text and files. It has no name, so even a form that is sent without scripts carries nothing; Enter goes on to
 * the converter, Shift and Enter make a new line.
 */
export function PasteBox(props: Props) {
  const { locale, box, files, hasInput, isDropTarget, onGo } = props
  const t = useTranslations('home')
  const isTouch = useMedia('(pointer: coarse)')
  usePageActions(
    useMemo<PageAction[]>(() => {
      const paste: PageAction = {
        id: 'paste',
        label: t('pasteNow'),
        icon: 'clipboard-paste',
        keywords: 'paste clipboard nt zt niantie zhantie jiantieban',
        run: press('yard-paste'),
      }
      const sample: PageAction = {
        id: 'sample',
        label: t('loadSample'),
        icon: 'file-text',
        keywords: 'sample example sl shili ss',
        run: press('yard-sample'),
      }
      const files: PageAction = {
        id: 'files',
        label: t('chooseFiles'),
        icon: 'files',
        keywords: 'open file xz xzwj xuanze wenjian',
        run: press('yard-files'),
      }
      return hasInput ? [files] : [paste, files, sample]
    }, [hasInput, t]),
  )
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    onGo()
  }

  return (
    <form
      action={localizedPath(locale, '/convert')}
      className="mt-6 flex flex-1 flex-col sm:mt-8"
      onSubmit={(event) => {
        event.preventDefault()
        onGo()
      }}
    >
      <div
        className="relative flex flex-1 flex-col rounded-xl border border-control bg-card p-2 pt-3 focus-within:border-link focus-within:outline-2 focus-within:outline-link data-drop:border-link data-drop:outline-2 data-drop:outline-link"
        data-drop={isDropTarget || undefined}
      >
        {/* The box is a whole number of lines high, so a scrolled text shows no half line. */}
        <div className="lg:relative lg:min-h-55 lg:flex-1">
          <Textarea
            ref={box}
            rows={4}
            aria-label={t('paste')}
            placeholder={isTouch ? t('paste') : t('pasteOrDrop')}
            className="block h-[4lh] shrink-0 resize-none border-0! bg-transparent! py-0! font-mono leading-5! outline-none! sm:h-[6lh] lg:absolute lg:h-[round(down,100%,1lh)] pointer-coarse:leading-6!"
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            onFocus={props.onMayGo}
            onInput={props.onText}
            onKeyDown={onKeyDown}
          />
        </div>
        {files.length > 0 && <Files files={files} onRemove={props.onRemoveFile} />}
        <div className="mt-2 flex flex-wrap items-center gap-1">
          <label className={`${buttonClass('ghost')} focus-ring-within max-sm:flex-1 max-sm:justify-center`}>
            <Icon name="files" />
            {t('chooseFiles')}
            <FilePicker multiple data-testid="yard-files" onPick={props.onFiles} />
          </label>
          {hasInput ? (
            <Button
              look="ghost"
              icon="x"
              className="max-sm:flex-1 max-sm:justify-center"
              onClick={props.onClear}
              data-testid="yard-clear"
            >
              {t('clear')}
            </Button>
          ) : (
            <Button
              look="ghost"
              icon="file-text"
              className="max-sm:flex-1 max-sm:justify-center"
              onClick={props.onSample}
              data-testid="yard-sample"
            >
              {t('loadSample')}
            </Button>
          )}
          {props.next}
          {/* Of nodes the next step stands below the picture. Without scripts only the form can be sent. */}
          {!hasInput && (
            <>
              <Button
                look="solid"
                icon="clipboard-paste"
                className="ml-auto max-sm:basis-full max-sm:justify-center noscript:hidden"
                onClick={props.onPaste}
                data-testid="yard-paste"
              >
                {t('pasteNow')}
              </Button>
              <Button type="submit" look="solid" className="ml-auto hidden noscript:inline-flex">
                {t('convert')}
                <Icon name="arrow-right" />
              </Button>
            </>
          )}
        </div>
        {isDropTarget && (
          <p className="absolute inset-0 grid place-items-center rounded-xl bg-card/90 font-medium text-link">
            {t('dropHere')}
          </p>
        )}
      </div>
      {props.children}
    </form>
  )
}

function Files({ files, onRemove }: { files: readonly HandedFile[]; onRemove: (id: string) => void }) {
  const t = useTranslations('home')
  return (
    <ul className="flex flex-wrap gap-1.5 px-1 py-1">
      {files.map(({ id, name }) => (
        <li key={id} className="chip">
          <Icon name="file-text" className="size-3.5 text-muted" />
          <span className="truncate">{name}</span>
          <button
            type="button"
            className="chip-remove"
            aria-label={t('removeFile', { name })}
            onClick={() => onRemove(id)}
          >
            <Icon name="x" className="size-3" />
          </button>
        </li>
      ))}
    </ul>
  )
}
