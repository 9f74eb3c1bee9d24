import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { SubscriptionAddress } from '@switchyard/recipe/model'
import { hostOf } from '../../components/engine/host-of.ts'
import { keepHome, keptHome } from '../../components/handover/kept-home.ts'
import { handOver, type HandedFile, type Handover } from '../../components/handover/handover.ts'
import { preloadPage } from '../../lib/lazy-page.ts'
import { localizedPath, type Locale } from '../../lib/locale.ts'
import { randomId } from '../../lib/random-id.ts'
import { isTextField } from '../../lib/shortcuts.ts'
import { readClipboard } from '../../lib/read-clipboard.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { Refusal } from './given-files.ts'
import { PasteBox } from './paste-box.tsx'
import { ToFetch } from './to-fetch.tsx'
import { useToFetch } from './use-to-fetch.ts'
import { useTake } from './use-take.ts'
import { useFileDrop } from '../../lib/use-file-drop.ts'
import { isNothing, useYard } from './use-yard.ts'
import { YardCards } from './yard-cards.tsx'
import { YardFigure } from './yard-figure.tsx'
import { YardInstead } from './yard-instead.tsx'
import { YardStatus } from './yard-status.tsx'

const TYPING_MS = 250
/** A text field with a longer text is slow to type in: it is kept as a file. */
const LONG_TEXT = 256 * 1024

const NO_ADDRESSES: readonly SubscriptionAddress[] = []

const FetchRefused = lazyPart(() =>
  import('../../components/fetching/fetch-refused.tsx').then(({ FetchRefused }) => FetchRefused),
)

const REFUSAL_WORDS = {
  'too-large': 'refused.tooLarge',
  'bad-archive': 'refused.badArchive',
  unreadable: 'refused.unreadable',
  binary: 'refused.binary',
  'no-code': 'refused.noCode',
} as const satisfies Record<Refusal, string>

/** The product at work: a box to paste into, and the yard that shows at once what becomes of it. */
export function Hero({ locale }: { locale: Locale }) {
  const t = useTranslations('home')
  const navigate = useNavigate()
  const box = useRef<HTMLTextAreaElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  const status = useRef<HTMLDivElement>(null)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [files, setFiles] = useState<readonly HandedFile[]>([])
  const latest = useRef(files)
  /** The converter has it as it is. */
  const [isTaken, setTaken] = useState(false)
  const [hasText, setHasText] = useState(false)
  const [refused, setRefused] = useState<readonly { name: string; why: Refusal }[]>([])
  const yard = useYard(locale)
  const take = useTake(yard)
  const converter = localizedPath(locale, '/convert')

  const given = (now = latest.current): Handover => ({ text: box.current?.value ?? '', files: now })
  const give = (now = latest.current) => {
    clearTimeout(typing.current)
    setHasText((box.current?.value ?? '').trim() !== '')
    setTaken(false)
    const all = given(now)
    void keepHome(isNothing(all) ? undefined : all)
    yard.give(all)
  }
  const isImported = useRef(false)
  /** What came in one go is looked at: a narrow window has picture and cards below. */
  const load = (now = latest.current) => {
    isImported.current = true
    give(now)
  }
  const { drawn, status: reads, glance } = yard.state
  const addresses = glance?.addresses ?? NO_ADDRESSES
  useEffect(() => {
    if (!isImported.current || reads === 'reading' || reads === 'sample') return
    isImported.current = false
    // The next step with an address stands in the box.
    if (reads === 'nothing' && addresses.length > 0) return
    // From its head on, unless it is seen down to its foot.
    const isSeen = (status.current?.getBoundingClientRect().bottom ?? 0) <= innerHeight
    picture.current?.scrollIntoView({ block: isSeen ? 'nearest' : 'start' })
  }, [drawn, reads, addresses])
  useEffect(() => () => clearTimeout(typing.current), [])
  const isSaid = (take.taken ?? take.failed) !== undefined
  const { wordsFor } = take
  // The words load after the copy and need more lines. They are scrolled into sight as well.
  useEffect(() => {
    if (isSaid) status.current?.scrollIntoView({ block: 'nearest' })
  }, [isSaid, wordsFor])

  const setFilesAnd = (next: readonly HandedFile[], then: (now: readonly HandedFile[]) => void) => {
    latest.current = next
    setFiles(next)
    then(next)
  }
  /** The line of an address leaves what it stood in. */
  const dropLine = ({ text: line }: SubscriptionAddress) => {
    const { current } = box
    if (!current) return
    const rest = withoutLine(current.value, line)
    if (rest !== undefined) current.value = rest
    else
      latest.current = latest.current.flatMap((file) => {
        const text = withoutLine(file.text, line)
        return text === undefined ? file : text.trim() === '' ? [] : { ...file, text }
      })
  }
  const toFetch = useToFetch((address, file) => {
    // The page may be gone by the time that the text is there.
    if (!box.current) return
    dropLine(address)
    setFilesAnd([...latest.current, file], load)
  })
  const restoreKept = useEffectEvent(async () => {
    // What was typed before the scripts were there counts.
    if (box.current?.value.trim()) return give()
    const kept = await keptHome()
    if (!kept || !box.current || box.current.value !== '' || latest.current.length > 0) return
    box.current.value = kept.text
    setFilesAnd(kept.files, give)
    if (kept.isTaken) setTaken(true)
    void keepHome(kept)
  })
  useEffect(() => void restoreKept(), [])
  const addText = (text: string) => {
    // The page may be gone by the time that the text is there.
    if (!box.current) return
    if (text.length > LONG_TEXT)
      return setFilesAnd([...latest.current, { id: randomId(), name: t('pastedText'), text }], load)
    const { value } = box.current
    box.current.value = value === '' || value.endsWith('\n') ? value + text : `${value}\n${text}`
    load()
  }
  const paste = async () => {
    const text = await readClipboard()
    // While the browser asked, the person may have gone to another page.
    if (!box.current) return
    if (text?.trim()) addText(text)
    else showToast({ kind: 'info', text: t(text === undefined ? 'pasteFailed' : 'pasteEmpty') })
    // The button goes away once there is text. Under a finger the focus would bring a keyboard over the result.
    if (!text?.trim() || matchMedia('(pointer: fine)').matches) box.current.focus({ preventScroll: true })
  }
  const addFiles = async (chosen: readonly File[]) => {
    if (chosen.length === 0) return
    const { readGivenFiles } = await import('./given-files.ts')
    const { read, refused } = await readGivenFiles(chosen)
    setRefused(refused)
    if (read.length > 0) setFilesAnd([...latest.current, ...read], load)
  }
  const isDropTarget = useFileDrop({ onFiles: (dropped) => void addFiles(dropped), onText: addText })

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text') ?? ''
    const pasted = [...(event.clipboardData?.files ?? [])]
    if (text === '' && pasted.length > 0) {
      event.preventDefault()
      void addFiles(pasted)
    } else if (
      text !== '' &&
      (!isTextField(event.target) || (event.target === box.current && text.length > LONG_TEXT))
    ) {
      event.preventDefault()
      addText(text)
    } else if (event.target === box.current) isImported.current = true
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])

  const goTo = (target?: string, more: Pick<Handover, 'shows' | 'restores'> = {}) => {
    const now = given()
    // Handed over once more, it would take the place of what was made of it there.
    if (!isNothing(now) && !(isTaken && isEmpty(more))) handOver({ ...now, ...more })
    if (!isNothing(now)) void keepHome({ ...now, isTaken: true })
    void navigate(target ? `${converter}?target=${target}` : converter)
  }
  const edit = () => {
    box.current!.scrollIntoView({ block: 'center' })
    box.current!.focus({ preventScroll: true })
  }
  /** The client downloads the address: that is set up in the converter. */
  const refer = (address: SubscriptionAddress) => {
    const { url } = address
    dropLine(address)
    setFilesAnd([...latest.current, { id: randomId(), name: hostOf(url), url, text: '', asProvider: true }], () =>
      goTo('mihomo'),
    )
  }
  const clear = () => {
    box.current!.value = ''
    toFetch.clear()
    setRefused([])
    setFilesAnd([], give)
    box.current!.focus()
  }
  const hasInput = hasText || files.length > 0

  return (
    <section className="grid gap-x-12 gap-y-8 py-6 sm:py-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] lg:py-12">
      {/* Both begin and end at the same height: the box takes what the picture is higher. */}
      <div className="flex min-w-0 flex-col lg:-mt-2">
        <h1 className="text-3xl font-bold tracking-tight sm:text-[2.75rem] sm:leading-[1.2] [html:lang(zh)_&]:tracking-normal">
          {t('title')}
        </h1>
        <p className="mt-3 max-w-xl text-base text-muted sm:mt-4">{t('lead')}</p>
        <PasteBox
          locale={locale}
          box={box}
          files={files}
          hasInput={hasInput}
          isDropTarget={isDropTarget}
          onText={() => {
            clearTimeout(typing.current)
            // A paste is read from its first line.
            if (isImported.current) requestAnimationFrame(() => box.current?.scrollTo({ top: 0 }))
            typing.current = setTimeout(() => give(), isImported.current ? 0 : TYPING_MS)
          }}
          onFiles={(chosen) => void addFiles(chosen)}
          onRemoveFile={(id) =>
            setFilesAnd(
              files.filter((file) => file.id !== id),
              give,
            )
          }
          onPaste={() => void paste()}
          onSample={() =>
            void import('./sample.ts').then(({ sampleText }) =>
              addText(sampleText((region) => t(`yard.sampleName.${region}`))),
            )
          }
          onClear={clear}
          onMayGo={() => void preloadPage(converter)}
          onGo={() => goTo(take.taken?.client)}
          next={
            <ToFetch
              addresses={hasInput ? addresses : NO_ADDRESSES}
              fetching={toFetch.fetching}
              onFetch={toFetch.fetch}
              onTakeHeld={(address) => goTo(undefined, { restores: address })}
            />
          }
        >
          {hasInput &&
            addresses.map((address) => {
              const why = toFetch.refused.get(address.url)
              return (
                why && (
                  <Suspense key={address.url}>
                    <FetchRefused
                      url={address.url}
                      {...why}
                      onRefer={() => refer(address)}
                      onRelayed={(answer) => toFetch.take(address, answer)}
                      onPasted={(text) => toFetch.take(address, { text })}
                      onRetry={() => toFetch.fetch([address])}
                    />
                  </Suspense>
                )
              )
            })}
          {refused.length > 0 && (
            <ul role="alert" className="mt-2 space-y-1 px-2 text-sm text-error">
              {refused.map(({ name, why }) => (
                <li key={`${name} ${why}`}>{t(REFUSAL_WORDS[why], { name })}</li>
              ))}
            </ul>
          )}
          <Link
            to={localizedPath(locale, '/privacy')}
            className="mt-2 flex min-h-(--target) w-fit items-center lg:mt-3 lg:min-h-12 gap-1.5 text-sm text-muted hover:text-fg hover:underline"
          >
            <Icon name="lock" className="size-3.5" />
            {t('private')}
          </Link>
        </PasteBox>
      </div>
      <div ref={picture} className="min-w-0 scroll-mt-14">
        <YardFigure
          state={yard.state}
          {...insteadOf(yard)}
          cards={<YardCards state={yard.state} take={take} onWhy={(client) => goTo(client, { shows: 'problems' })} />}
          onOpen={() => goTo(take.taken?.client)}
          onEdit={edit}
        />
        <div ref={status} className="scroll-mb-[calc(var(--bottom-bar)+16px)]">
          <YardStatus
            state={yard.state}
            take={take}
            fineTune={
              <Button
                className="max-sm:w-full max-sm:justify-center"
                data-testid="yard-fine-tune"
                onClick={() => goTo(take.taken?.client)}
              >
                {isTaken ? t('continue') : t('fineTune')}
                <Icon name="arrow-right" />
              </Button>
            }
          />
        </div>
      </div>
    </section>
  )
}

const isEmpty = (more: object) => Object.keys(more).length === 0

/** A text without the first line that says this; undefined: it has none. */
function withoutLine(text: string, line: string): string | undefined {
  const lines = text.split('\n')
  const at = lines.findIndex((one) => one.trim() === line)
  return at < 0 ? undefined : lines.toSpliced(at, 1).join('\n')
}

function insteadOf({ state: { status }, retry }: ReturnType<typeof useYard>) {
  return status === 'too-large' || status === 'unloaded' || status === 'broken'
    ? { instead: <YardInstead status={status} onRetry={retry} /> }
    : {}
}
