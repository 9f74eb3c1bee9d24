import { Suspense, useImperativeHandle, useState, type ReactNode, type Ref, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { session as signedIn } from '../../../lib/session.ts'
import { askToSignIn } from '../../../lib/sign-in-request.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { uiSettings } from '../../../lib/ui-settings.ts'
import { showToast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { COPIED_MS, copyText } from '../../../ui/copy-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { InTopBar } from '../../../ui/top-bar-slot.tsx'
import { tooltip } from '../../../ui/tooltip.tsx'
import { useForAWhile } from '../../../ui/use-for-a-while.ts'
import type { CodeEditorHandle } from '../../../components/code-editor/code-editor.tsx'
import { outputFileName } from './output-file.ts'
import { reportGone } from '../session/report-gone.ts'
import { useModelPart, useSession, useStatePart } from '../session/use-convert.ts'
import { useMissingLists } from '../session/use-missing-lists.ts'
import type { CopiedWords } from '../../../components/copied/copied-words.ts'
import type { BuildResult } from '@switchyard/recipe/model'
import { editOf } from '../session/manual-edit.ts'
import type { ManualEdit } from '../session/model.ts'

const PublishWork = lazyPart(() => import('./publish-work.tsx').then(({ PublishWork }) => PublishWork))

/** Long enough to read two sentences. */
const SAID_MS = 12_000

/** The words after a copy, and the result that was copied. */
interface Said {
  words: CopiedWords
  result: BuildResult | undefined
  edit: ManualEdit | undefined
}

interface Props extends ActionSlots {
  editor: RefObject<CodeEditorHandle | null>
  /** There is nothing to do anything with, and that is said above. */
  isNothing: boolean
}

/** What else on the page can do with the result. */
export interface OutputHandle {
  copy: () => void
  download: () => void
}

/** What the screen adds to the buttons of the result. */
export interface ActionSlots {
  handle: Ref<OutputHandle>
  onQr: () => void
  /** What stands before the buttons. */
  lead: ReactNode
  /** On a phone: the menu of the whole screen, and whether the result lies over the screen. */
  phone: { menu: readonly MenuEntry[]; isOpen: boolean } | undefined
}

/** What is done with the result: copied, downloaded, shown as a code. */
export function OutputActions({ editor, isNothing, handle, onQr, lead, phone }: Props) {
  const t = useTranslations('convert.output')
  const tc = useTranslations('convert')
  const session = useSession()
  const target = useModelPart(({ output }) => output)
  const result = useStatePart(({ result }) => result)
  const missing = useMissingLists()
  const isAsked = useStatePart(({ lists }) => Object.keys(lists.asking).length > 0)
  const [isCopied = false, setCopied] = useForAWhile<true>(COPIED_MS)
  const tCopied = useTranslations('copied')
  const edit = useModelPart(editOf)
  const [said, setSaid] = useForAWhile<Said>(SAID_MS)
  const words = said?.result === result && said?.edit === edit ? said?.words : undefined
  const [isPublishing, setPublishing] = useState(false)
  const hasResult = result !== undefined && !result.error && result.bytes > 0

  const copy = async () => {
    try {
      await copyText(async () => {
        const blob = await session.blob(new Date(), location)
        if (!blob) throw new Error('There is no result')
        return blob.text()
      })
      setCopied(true)
    } catch {
      editor.current?.selectAll()
      showToast({ kind: 'info', text: t('copyFailed') })
      return
    }
    await say().catch(() => undefined)
  }
  /** Shows the words about the copy. They load after the first copy. Without them the button still says “Copied”. */
  const say = async () => {
    const { wordsAfterCopy } = await import('./after-copy.ts')
    // The copy waited for the last change. The words are about the state after it.
    const { model, state } = session
    const words = wordsAfterCopy(session, tc(`target.${model.output}`), tCopied)
    if (phone)
      showToast({
        kind: 'success',
        text: `${words.done}\n${words.next}`.trim(),
        timeMs: SAID_MS,
        ...(words.isFile ? { action: { label: t('download'), run: () => void download() } } : {}),
      })
    else setSaid({ words, result: state.get().result, edit: editOf(model) })
  }
  const download = async (pattern?: string) => {
    const now = new Date()
    const blob = await session.blob(now, location).catch(reportGone(tc))
    const { sources } = session.model
    const name = sources.length === 1 ? sources[0]!.name.replace(/\.\w+$/, '') : ''
    if (!blob) return
    const isOwn = pattern !== undefined || uiSettings.get().positions !== undefined
    const file = isOwn
      ? (await import('./own-file-name.ts')).ownFileName(name, target, now, pattern)
      : outputFileName(name, target, now)
    saveFile(blob, file)
    const { output = 0, skipped = 0 } = result?.counts ?? {}
    const { recordDownload } = await import('../../../components/publish/download-history.ts')
    await recordDownload({ at: now.getTime(), file, client: target, nodes: output, skipped })
  }
  const publish = async () => {
    if (signedIn.get()?.user || (await askToSignIn())) setPublishing(true)
  }
  useImperativeHandle(handle, () => ({ copy: () => void copy(), download: () => void download() }))

  return (
    <div
      data-actions
      hidden={isNothing && !lead}
      className={`flex items-center border-t border-line bg-card px-3 py-2 ${phone?.isOpen ? 'gap-1' : 'gap-2'} ${phone ? '' : '@container flex-wrap-reverse'}`}
    >
      {/* The words after a copy stand beside or above the buttons. No button moves. */}
      <div
        className={
          phone ? 'contents' : `flex flex-wrap items-center gap-2 ${words ? '' : 'flex-1'} ${lead ? 'basis-full' : ''}`
        }
      >
        {lead}
        {!isNothing && (
          <Button
            look="solid"
            icon={isCopied ? 'check' : 'copy'}
            words={[t('copy'), t('copied')]}
            className={phone?.isOpen ? 'px-1.5!' : ''}
            disabled={!hasResult}
            data-testid="action-copy"
            onClick={() => void copy()}
          >
            {isCopied ? t('copied') : t('copy')}
          </Button>
        )}
        {phone?.isOpen && !isNothing && (
          <IconButton
            icon="download"
            look="outline"
            label={t('download')}
            disabled={!hasResult}
            data-testid="action-download"
            onClick={() => void download()}
          />
        )}
        {phone ? (
          <PhoneMenu
            isOpen={phone.isOpen}
            items={[
              ...(isNothing || phone.isOpen ? [] : [
                { id: 'download', label: t('download'), icon: 'download', disabled: !hasResult, onSelect: () => void download() },
              ] as const),
              ...(isNothing ? [] : [
                { id: 'publish', label: t('publish'), icon: 'link', disabled: !hasResult, onSelect: () => void publish() },
                { id: 'qr', label: t('qr'), icon: 'qr-code', disabled: !hasResult, onSelect: onQr },
                'separator',
              ] as const),
              ...phone.menu,
            ]} // oxfmt-ignore
          />
        ) : (
          !isNothing && (
            <>
              <Button
                icon="download"
                disabled={!hasResult}
                data-testid="action-download"
                onClick={() => void download()}
              >
                {t('download')}
              </Button>
              <Button icon="link" disabled={!hasResult} data-testid="action-publish" onClick={() => void publish()}>
                {t('publish')}
              </Button>
              <Button
                icon="qr-code"
                aria-label={t('qr')}
                {...tooltip(t('qr'))}
                disabled={!hasResult}
                data-testid="action-qr"
                onClick={onQr}
              >
                <span className="@max-[28rem]:hidden">{t('qr')}</span>
              </Button>
              {missing > 0 && !isAsked && !lead && !words && (
                <span className="min-w-0 flex-1 basis-0 truncate text-sm text-warning">
                  {tc('sheet.lists', { n: missing })}
                </span>
              )}
            </>
          )
        )}
      </div>
      <p role="status" className={words ? 'flex min-w-0 flex-1 basis-72 items-start gap-2 text-xs' : 'sr-only'}>
        {words && (
          <>
            <Icon name="circle-check" className="size-4 text-success" />
            <span className="min-w-0 leading-4 text-pretty">
              <span className="font-medium">{words.done}</span>
              <span className="block"> {words.next}</span>
            </span>
          </>
        )}
      </p>
      <span role="status" className="sr-only">
        {isCopied ? t('copied') : ''}
      </span>
      {isPublishing && (
        <Suspense>
          <PublishWork onClose={() => setPublishing(false)} onDownload={(pattern) => void download(pattern)} />
        </Suspense>
      )}
    </div>
  )
}

/** The one menu of a phone: in the bar at the top, and in that of the result while it lies over all else. */
function PhoneMenu({ isOpen, items }: { isOpen: boolean; items: readonly MenuEntry[] }) {
  const label = useTranslations('convert.output')('more')
  const trigger = (
    <IconButton icon="ellipsis" look={isOpen ? 'outline' : 'ghost'} label={label} data-testid="convert-more" />
  )
  const menu = <Menu align="end" {...{ label, trigger, items }} />
  return isOpen ? menu : <InTopBar place="end">{menu}</InTopBar>
}
