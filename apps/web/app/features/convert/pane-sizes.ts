import { useEffect, useState } from 'react'
import { useStore } from '../../lib/store.ts'
import { changeUiSettings, uiSettings, type UiSettings } from '../../lib/ui-settings.ts'

/** Shares of the frame that nobody has changed. Without the text the result has a little more than half. */
const SHARES = { withText: { input: 0.33, output: 0.36 }, alone: { input: 0, output: 0.54 } }
const SPLIT_PANE = { input: 'convertInput', output: 'convertOutput' } as const
const NONE: UiSettings = {}
const MIN_PX = { input: 260, nodes: 320, output: 320 }
/** While the options stand between list and result. */
const MIN_BESIDE_OPTIONS_PX: typeof MIN_PX = { input: 260, nodes: 576, output: 480 }
const OPTIONS_PX = 360
/** What list, options and result need beside the text. */
const BESIDE_TEXT_PX = 480 + OPTIONS_PX + 480

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

  useEffect(() => {
    if (!frame) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    observer.observe(frame)
    return () => observer.disconnect()
  }, [frame])

  const sizesOf = (isTextShown: boolean, areOptionsShown = false): PaneSizes => {
    const { input, output } = paneSizes(width, splitters, isTextShown, areOptionsShown)
    const changed = (pane: Pane) => (px: number) =>
      changeUiSettings({ splitters: { ...splitters, [SPLIT_PANE[pane]]: px / width } })
    return {
      widths: { input: shareOf(input.size, width), output: shareOf(output.size, width) },
      inputSplitter: { ...input, onChange: changed('input') },
      outputSplitter: { ...output, onChange: changed('output') },
      hasRoomForAll: width - input.size >= BESIDE_TEXT_PX,
    }
  }
  return { frame, setFrame, sizesOf }
}

const shareOf = (size: number, width: number) => `${((size / width) * 100).toFixed(2)}%`

/** The sizes of text and result in pixels. The list always keeps its least width. */
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
  // The text takes its width first. The result has what then is left.
  const { size } = sizeOf('input', least.output)
  const output = sizeOf('output', size)
  return { input: { ...sizeOf('input', output.size), size }, output }
}
