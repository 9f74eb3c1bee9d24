import { useEffect, useState } from 'react'
import { useStore } from '../../lib/store.ts'
import { changeUiSettings, uiSettings, type UiSettings } from '../../lib/ui-settings.ts'

/** With the text there are three panes. Without it the list and the result have half each. */
const SHARES = { withText: { input: 0.33, output: 0.36 }, alone: { input: 0.33, output: 0.54 } }
const SPLIT_PANE = { input: 'convertInput', output: 'convertOutput' } as const
const NONE: UiSettings = {}
const MIN_PX = { input: 260, nodes: 320, output: 320 }
/** What list, options and result need beside the text. */
const BESIDE_TEXT_PX = 480 + 360 + 480

interface PaneSizes {
  frame: HTMLDivElement | null
  setFrame: (frame: HTMLDivElement | null) => void
  /** As CSS writes them. */
  widths: { input: string; output: string }
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

/** Widths of the outer panes as shares of the frame, kept in this browser. */
export function usePaneSizes(): PaneSizes {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const [width, setWidth] = useState(1200)
  const { splitters, convertTextFolded = true } = useStore(uiSettings, NONE)
  const usual = convertTextFolded ? SHARES.alone : SHARES.withText
  const shares = { input: splitters?.convertInput ?? usual.input, output: splitters?.convertOutput ?? usual.output }

  useEffect(() => {
    if (!frame) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    observer.observe(frame)
    return () => observer.disconnect()
  }, [frame])

  const splitter = (pane: 'input' | 'output', other: 'input' | 'output'): SplitterSize => ({
    size: Math.round(shares[pane] * width),
    min: MIN_PX[pane],
    max: Math.max(MIN_PX[pane], Math.round(width - shares[other] * width - MIN_PX.nodes)),
    initial: Math.round(usual[pane] * width),
    onChange: (size) => changeUiSettings({ splitters: { ...splitters, [SPLIT_PANE[pane]]: size / width } }),
  })
  return {
    frame,
    setFrame,
    widths: { input: `${(shares.input * 100).toFixed(2)}%`, output: `${(shares.output * 100).toFixed(2)}%` },
    inputSplitter: splitter('input', 'output'),
    outputSplitter: splitter('output', 'input'),
    hasRoomForAll: width * (1 - shares.input) >= BESIDE_TEXT_PX,
  }
}
