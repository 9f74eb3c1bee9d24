import { useEffect, useRef, useState, type RefObject } from 'react'

const KEY = 'app.convert'
const SHARE = { input: 0.28, output: 0.36 }
const MIN_PX = { input: 260, nodes: 320, output: 320 }

interface PaneSizes {
  frame: RefObject<HTMLDivElement | null>
  /** CSS widths. */
  input: string
  output: string
  inputSplitter: SplitterSize
  outputSplitter: SplitterSize
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
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(1200)
  const [shares, setShares] = useState(SHARE)

  useEffect(() => {
    setShares(readShares())
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    observer.observe(frame.current!)
    return () => observer.disconnect()
  }, [])

  const splitter = (pane: 'input' | 'output', other: 'input' | 'output'): SplitterSize => ({
    size: Math.round(shares[pane] * width),
    min: MIN_PX[pane],
    max: Math.max(MIN_PX[pane], Math.round(width - shares[other] * width - MIN_PX.nodes)),
    initial: Math.round(SHARE[pane] * width),
    onChange(size) {
      const next = { ...shares, [pane]: size / width }
      setShares(next)
      try {
        localStorage.setItem(KEY, JSON.stringify(next))
      } catch {
        // Storage is blocked: the widths last as long as the page.
      }
    },
  })
  return {
    frame,
    input: `${(shares.input * 100).toFixed(2)}%`,
    output: `${(shares.output * 100).toFixed(2)}%`,
    inputSplitter: splitter('input', 'output'),
    outputSplitter: splitter('output', 'input'),
  }
}

const isShare = (value: unknown): value is number => typeof value === 'number' && value > 0.1 && value < 0.7

function readShares(): typeof SHARE {
  try {
    const { input, output } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<typeof SHARE>
    return { input: isShare(input) ? input : SHARE.input, output: isShare(output) ? output : SHARE.output }
  } catch {
    return SHARE
  }
}
