import { useEffect, useState } from 'react'
import { useStore } from '../../lib/store.ts'
import { changeUiSettings, uiSettings, type UiSettings } from '../../components/kept-settings/ui-settings.ts'

/** The shares of the frame until a person moves a splitter. Without the text the result has a little more than half. */
const SHARES = { withText: { input: 0.33, output: 0.36 }, alone: { input: 0, output: 0.54 } }
const SPLIT_PANE = { input: 'convertInput', output: 'convertOutput' } as const
const NONE: UiSettings = {}
const MIN_PX = { input: 260, nodes: 320, output: 320 }
/** The least widths while the options stand between list and result. */
const MIN_BESIDE_OPTIONS_PX: typeof MIN_PX = { input: 260, nodes: 576, output: 480 }
const OPTIONS_PX = 360
/** The width that list, options and result need. */
const WITH_OPTIONS_PX = MIN_BESIDE_OPTIONS_PX.nodes + OPTIONS_PX + MIN_BESIDE_OPTIONS_PX.output

type Pane = keyof typeof SPLIT_PANE

export interface PaneSizes {
  /** As CSS writes them. */
  widths: Record<Pane, string>
  inputSplitter: SplitterSize
  outputSplitter: SplitterSize
  /** The options have room beside all panes. */
  hasRoomForAll: boolean
}

interface SplitterSize {
  size: number
  min: number
  max: number
  initial: number
  onChange: (size: number) => void
}

interface PaneFrame {
  frame: HTMLDivElement | null
  setFrame: (frame: HTMLDivElement | null) => void
  /** The sizes of the panes, with text or options beside the list or without them. */
  sizesOf: (isTextShown: boolean, areOptionsShown?: boolean) => PaneSizes
}

/** Widths of the outer panes. They are shares of the frame and are kept in this browser. */
export function usePaneSizes(): PaneFrame {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const [width, setWidth] = useState(1200)
  const { splitters } = useStore(uiSettings, NONE)
  // A size that is chosen beside the options does not count without them.
  const [besideOptions, setBesideOptions] = useState<UiSettings['splitters']>()

  useEffect(() => {
    if (!frame) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    observer.observe(frame)
    return () => observer.disconnect()
  }, [frame])

  const sizesOf = (isTextShown: boolean, areOptionsShown = false): PaneSizes => {
    const kept = areOptionsShown ? { ...splitters, ...besideOptions } : splitters
    const { input, output } = paneSizes(width, kept, isTextShown, areOptionsShown)
    const changed = (pane: Pane) => (px: number) => {
      const share = { [SPLIT_PANE[pane]]: px / width }
      if (areOptionsShown) setBesideOptions({ ...besideOptions, ...share })
      else changeUiSettings({ splitters: { ...splitters, ...share } })
    }
    return {
      widths: { input: shareOf(input.size, width), output: shareOf(output.size, width) },
      inputSplitter: { ...input, onChange: changed('input') },
      outputSplitter: { ...output, onChange: changed('output') },
      hasRoomForAll: hasRoomForOptions(width, input.size),
    }
  }
  return { frame, setFrame, sizesOf }
}

const shareOf = (size: number, width: number) => `${((size / width) * 100).toFixed(2)}%`

/** Whether list, options and result have room beside a text of this width. */
export const hasRoomForOptions = (width: number, text: number): boolean => width - text >= WITH_OPTIONS_PX

/**
 * The sizes of text and result in pixels. The list always keeps its least width. With the options, the frame has to have
 * room for them.
 */
export function paneSizes(
  width: number,
  kept: UiSettings['splitters'],
  isTextShown: boolean,
  areOptionsShown: boolean,
): Record<Pane, Omit<SplitterSize, 'onChange'>> {
  const usual = isTextShown ? SHARES.withText : SHARES.alone
  const least = areOptionsShown ? MIN_BESIDE_OPTIONS_PX : MIN_PX
  const room = areOptionsShown ? width - OPTIONS_PX : width
  const sizeOf = (pane: Pane, taken: number) => {
    const min = least[pane]
    const max = Math.max(min, Math.round(room - taken - least.nodes))
    const within = (share: number) => Math.min(max, Math.max(min, Math.round(share * width)))
    return { size: within(kept?.[SPLIT_PANE[pane]] ?? usual[pane]), min, max, initial: within(usual[pane]) }
  }
  if (!isTextShown) return { input: { size: 0, min: 0, max: 0, initial: 0 }, output: sizeOf('output', 0) }
  // The text takes its width first. The result gets the width that is left.
  const { size } = sizeOf('input', least.output)
  const output = sizeOf('output', size)
  return { input: { ...sizeOf('input', output.size), size }, output }
}
