import { Suspense, useImperativeHandle, useMemo, useState, type ReactNode, type Ref, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { useCurrentOutput } from '../../../lib/new-window.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { uiSettings } from '../../../components/kept-settings/ui-settings.ts'
import { showToast, type Toast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { COPIED_MS, copyText } from '../../../ui/copy-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { InTopBar } from '../../../ui/top-bar-slot.tsx'
import { tooltip } from '../../../ui/tooltip.tsx'
import { useForAWhile } from '../../../ui/use-for-a-while.ts'
import type { CodeEditorHandle } from '../../../components/config-editor/code-editor.tsx'
import { nameOfSources, outputFileName } from '../../../components/node-list/output-file.ts'
import { reportGone } from '../../../components/node-list/report-gone.ts'
import type { ConvertSession } from '../session/session.ts'
import { useModelPart, useSession, useStatePart } from '../session/use-convert.ts'
import { mayPublish } from '../../../components/publish/may-publish.ts'
import { useMissingLists } from '../session/use-missing-lists.ts'
import { useNeedsFile } from './use-needs-file.ts'
import type { TakenWords } from '../../../components/taken/taken-words.ts'
import type { BuildResult } from '@switchyard/recipe/model'
import { editOf } from '../session/manual-edit.ts'
import type { ManualEdit } from '../session/model.ts'

const PublishWork = lazyPart(() => import('./publish-work.tsx').then(({ PublishWork }) => PublishWork))

/** Long enough to read two sentences. */
const SAID_MS = 12_000

/** The words after a copy or a download, and the result that they are about. */
interface Said {
  words: TakenWords
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

/** What is done with the result: copied, downloaded, published, shown as a code. */
export function OutputActions({ editor, isNothing, handle, onQr, lead, phone }: Props) {
  const t = useTranslations('convert.output')
  const tc = useTranslations('convert')
  const session = useSession()
  const target = useModelPart(({ output }) => output)
  const result = useStatePart(({ result }) => result)
  const missing = useMissingLists()
  const isAsked = useStatePart(({ lists }) => Object.keys(lists.asking).length > 0)
  const [done, setDone] = useForAWhile<'copied' | 'downloaded'>(COPIED_MS)
  const isFile = useNeedsFile()
  const tTaken = useTranslations('taken')
  const edit = useModelPart(editOf)
  const isBroken = useStatePart(({ check }) =>
    Boolean(edit && check?.text === edit.text && (check.issue || check.lost)),
  )
  const [said, setSaid] = useForAWhile<Said>(SAID_MS)
  const words = said?.result === result && said?.edit === edit ? said?.words : undefined
  const [isPublishing, setPublishing] = useState(false)
  const hasResult = result !== undefined && !result.error && result.bytes > 0

  const output = useMemo(() => ({ read: () => textOfResult(session) }), [session])
  useCurrentOutput(hasResult ? output : undefined)

  const copy = async () => {
    try {
      await copyText(output.read)
      setDone('copied')
    } catch {
      editor.current?.selectAll()
      showToast({ kind: 'info', text: t('copyFailed') })
      return
    }
    if (isBroken) {
      showToast({ kind: 'error', text: t('edited.takenBroken') })
      return
    }
    const words = await wordsAfter().catch(() => undefined)
    if (words) say(words, words.isFile ? { label: t('download'), run: () => void download() } : undefined)
  }
  /** Makes the words about what was taken. They load after the first press. Without them the button still says “Copied”. */
  const wordsAfter = async (file?: string) => {
    const { wordsAfterTake } = await import('./after-take.ts')
    return wordsAfterTake(session, { client: tc(`target.${session.model.output}`), file }, tTaken)
  }
  const say = (words: TakenWords, action?: Toast['action']) => {
    const text = `${words.done}\n${words.next}`.trim()
    if (phone) showToast({ kind: 'success', text, timeMs: SAID_MS, ...(action ? { action } : {}) })
    // A copy waits for the last change, so the words are about the current result.
    else setSaid({ words, result: session.desk.state.get().result, edit: editOf(session.model) })
  }
  const download = async (pattern?: string) => {
    const now = new Date()
    const blob = await session.blob(now, location).catch(reportGone(tc('status.noAnswer')))
    const name = nameOfSources(session.model.sources)
    if (!blob) return
    const isOwn = pattern !== undefined || uiSettings.get().positions !== undefined
    const file = isOwn
      ? (await import('./own-file-name.ts')).ownFileName(name, target, now, pattern)
      : outputFileName(name, target, now)
    saveFile(blob, file)
    if (isBroken) showToast({ kind: 'error', text: t('edited.takenBroken') })
    else if (isFile) {
      setDone('downloaded')
      wordsAfter(file).then(say, () => undefined)
    }
    const { output = 0, skipped = 0 } = result?.counts ?? {}
    const { recordDownload } = await import('../../../components/publish/download-history.ts')
    await recordDownload({ at: now.getTime(), file, client: target, nodes: output, skipped })
  }
  const second: Way = isFile ? 'copy' : 'download'
  const publish = async () => {
    if (await mayPublish()) setPublishing(true)
  }
  useImperativeHandle(handle, () => ({ copy: () => void copy(), download: () => void download() }))

  return (
    <div
      data-actions
      hidden={isNothing && !lead}
      className={`flex items-center border-t border-line bg-card px-3 py-2 ${phone ? (phone.isOpen ? 'gap-1' : 'flex-wrap gap-2') : '@container flex-wrap-reverse gap-x-4 gap-y-2 max-lg:min-h-15'}`}
    >
      {/* Words of two lines stand beside the buttons. Longer words stand above them. No button moves. */}
      <div
        className={
          phone
            ? 'contents'
            : `flex flex-wrap items-center gap-2 max-lg:justify-end ${words ? 'max-lg:basis-full' : 'flex-1'} ${lead ? 'basis-full' : ''}`
        }
      >
        {lead}
        {!isNothing && (
          <TakeButtons
            {...{ isFile, isBroken, done, phone }}
            disabled={!hasResult}
            onCopy={() => void copy()}
            onDownload={() => void download()}
          />
        )}
        {phone ? (
          <PhoneMenu
            isOpen={phone.isOpen}
            items={[
              ...(isNothing || phone.isOpen ? [] : [
                { id: second, label: t(second), icon: second, disabled: !hasResult, onSelect: () => void (isFile ? copy() : download()) },
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
                <span className="min-w-0 flex-1 basis-0 truncate text-sm text-muted">
                  {tc('sheet.lists', { n: missing })}
                </span>
              )}
            </>
          )
        )}
      </div>
      <p
        role="status"
        // With the negative margin, two lines are as high as a button. So the foot does not grow.
        className={words ? '-my-0.5 flex min-w-0 grow items-start gap-2 text-[0.8125rem]' : 'sr-only'}
      >
        {words && (
          <>
            <Icon name="circle-check" className="size-4 text-success" />
            <span className="min-w-0 leading-[1.125rem] text-pretty">
              <span className="font-medium">{words.done}</span>
              <span className="block"> {words.next}</span>
            </span>
          </>
        )}
      </p>
      <span role="status" className="sr-only">
        {done ? t(done) : ''}
      </span>
      {isPublishing && (
        <Suspense>
          <PublishWork onClose={() => setPublishing(false)} onDownload={(pattern) => void download(pattern)} />
        </Suspense>
      )}
    </div>
  )
}

/** The ways to take the result. */
async function textOfResult(session: ConvertSession): Promise<string> {
  const blob = await session.blob(new Date(), location)
  if (!blob) throw new Error('There is no result')
  return blob.text()
}

type Way = 'copy' | 'download'
const WAYS: readonly Way[] = ['copy', 'download']
const DONE = { copy: 'copied', download: 'downloaded' } as const

interface TakeProps {
  /** A download is more useful than a copy. */
  isFile: boolean
  /** The client would not take the text, or find no node in it. */
  isBroken: boolean
  done: (typeof DONE)[Way] | undefined
  phone: ActionSlots['phone']
  disabled: boolean
  onCopy: () => void
  onDownload: () => void
}

/** Copy and Download. The more useful one is green, unless the text is broken. A phone shows the other one only in the open result, as an icon. */
function TakeButtons({ isFile, isBroken, done, phone, disabled, onCopy, onDownload }: TakeProps) {
  const t = useTranslations('convert.output')
  const main: Way = isFile ? 'download' : 'copy'
  const ways = phone?.isOpen && isFile ? WAYS.toReversed() : WAYS
  return ways.map((way) => {
    const props = { disabled, 'data-testid': `action-${way}`, onClick: way === 'copy' ? onCopy : onDownload }
    const isDone = done === DONE[way]
    if (phone && way !== main)
      return phone.isOpen && <IconButton key={way} icon={way} look="outline" label={t(way)} {...props} />
    return (
      <Button
        key={way}
        look={way === main && !isBroken ? 'solid' : 'outline'}
        // The head of an open result has no room for an icon.
        {...(phone?.isOpen ? {} : { icon: isDone ? 'check' : way })}
        {...(way === main ? { words: [t(way), t(DONE[way])] } : {})}
        {...props}
      >
        {t(isDone && way === main ? DONE[way] : way)}
      </Button>
    )
  })
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
