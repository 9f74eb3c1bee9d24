import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { keepRoom } from '../../ui/keep-room.ts'
import { isModalOpen } from '../../ui/modal-stack.ts'
import { swallowClick } from '../../ui/swallow-click.ts'
import { useProgramWords } from './output/client-menu.tsx'
import { useAreListsMarked } from './output/missing-lists.tsx'
import { useModelPart } from './session/use-convert.ts'
import { useMissingLists } from './session/use-missing-lists.ts'

/** On a phone the result is a sheet: its bar stands above the bar of the app and is drawn up to the whole screen. */
export const RESULT_ID = 'convert-result'

interface Props {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** The button that opens and closes the sheet. In the open sheet it also shows the client and a program that it is for. */
export function SheetHandle({ isOpen, onOpen }: Props) {
  const t = useTranslations('convert')
  const target = useModelPart(({ output }) => output)
  const program = useProgramWords()
  const handle = useRef<HTMLButtonElement>(null)
  useDraw(handle, isOpen, onOpen)
  return (
    <button
      ref={handle}
      type="button"
      aria-expanded={isOpen}
      aria-controls={RESULT_ID}
      data-testid="result-toggle"
      className={
        isOpen
          ? 'flex h-14 min-w-0 flex-1 items-center gap-1.5 rounded-md px-1 text-left'
          : `${buttonClass()} h-11! gap-1.5! pl-2.5!`
      }
      onClick={() => onOpen(!isOpen)}
    >
      <Icon name="chevron-down" className={isOpen ? 'size-5 shrink-0 text-muted' : 'size-4 rotate-180'} />
      {isOpen ? (
        <span className="min-w-0">
          <span className="block truncate font-medium">
            {t('sheet.title', { target: t(`target.short.${target}`) })}
          </span>
          <span className="block truncate text-xs text-muted empty:hidden">{program}</span>
        </span>
      ) : (
        <>
          {t('panes.result')}
          <ListsMark />
        </>
      )}
    </button>
  )
}

function ListsMark() {
  const t = useTranslations('convert.sheet')
  const missing = useMissingLists()
  return (
    useAreListsMarked() && (
      <span className="absolute -top-1 -right-1 size-2.5 rounded-full bg-info">
        <span className="sr-only">{t('lists', { n: missing })}</span>
      </span>
    )
  )
}

/** A finger that moves less than this has pressed. */
const DRAWN_PX = 16

const sheetOf = () => document.getElementById(RESULT_ID)

/** The sheet follows the finger that draws the bar around its handle. */
function useDraw(
  handle: RefObject<HTMLButtonElement | null>,
  isOpen: boolean,
  onOpen: (isOpen: boolean) => void,
): void {
  const drawn = useEffectEvent((up: number) => {
    if (Math.abs(up) < DRAWN_PX) return false
    if (up > 0 !== isOpen) onOpen(up > 0)
    return true
  })
  useEffect(() => {
    const element = handle.current!.closest<HTMLElement>('[data-actions]')!
    let from: number | undefined
    let isDrawn = false
    const down = (event: PointerEvent) => {
      // A menu that a button of the bar opened is inside of the bar.
      const isInMenu = event.target instanceof Element && event.target.closest('[role=menu]') !== null
      if (event.pointerType === 'mouse' || isInMenu) return
      from = event.clientY
      isDrawn = false
    }
    const move = (event: PointerEvent) => {
      if (from === undefined) return
      const by = event.clientY - from
      isDrawn ||= Math.abs(by) >= DRAWN_PX
      if (!isDrawn) return
      element.setPointerCapture(event.pointerId)
      // An open one goes down only, a closed one up only.
      const wayPx = isOpen ? Math.max(0, by) : Math.min(0, by)
      sheetOf()?.style.setProperty('translate', `0 ${wayPx}px`)
    }
    const up = (event: PointerEvent) => {
      if (from === undefined) return
      const way = from - event.clientY
      from = undefined
      sheetOf()?.style.removeProperty('translate')
      // The click that follows would turn it back.
      if (event.type === 'pointerup' && drawn(way)) swallowClick()
    }
    element.addEventListener('pointerdown', down)
    element.addEventListener('pointermove', move)
    element.addEventListener('pointerup', up)
    element.addEventListener('pointercancel', up)
    return () => {
      element.removeEventListener('pointerdown', down)
      element.removeEventListener('pointermove', move)
      element.removeEventListener('pointerup', up)
      element.removeEventListener('pointercancel', up)
    }
  }, [handle, isOpen])
}

/** Made by what browsers have for closing: the key Esc, and "back" on Android. */
interface Watcher extends EventTarget {
  destroy: () => void
}
type WindowWithWatcher = typeof globalThis & { CloseWatcher?: new () => Watcher }

/** While the sheet is open nothing else is on the screen; Esc and "back" close it, and the focus goes to its handle. */
export function useResultSheet(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(() => {
    close()
    document.querySelector<HTMLElement>(`#${RESULT_ID} [aria-controls=${RESULT_ID}]`)?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (!isOpen) return
    const { dataset } = document.documentElement
    dataset.sheet = ''
    // Not every browser has it, and the types have none.
    const { CloseWatcher } = globalThis as WindowWithWatcher
    const watcher = CloseWatcher && new CloseWatcher()
    watcher?.addEventListener('close', () => closeNow())
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || isModalOpen()) return
      event.preventDefault()
      closeNow()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      delete dataset.sheet
      watcher?.destroy()
      document.removeEventListener('keydown', onKey)
    }
  }, [isOpen])
}

/** Room that the bar of the result takes, for what is shown above it. */
export function useActionBar(frame: HTMLElement | null, isThere: boolean): void {
  useEffect(() => {
    const bar = isThere ? frame?.querySelector<HTMLElement>('[data-actions]') : undefined
    return bar ? keepRoom(bar, '--action-bar') : undefined
  }, [frame, isThere])
}
