import { useEffect, useState } from 'react'
import { changeUiSettings, uiSettings, type UiSettings } from '../../../components/kept-settings/ui-settings.ts'
import { useStore } from '../../../lib/store.ts'

const HALF = 0.5
/** The least width of the text and of the panel. */
const MIN_PX = 360
const NONE: UiSettings = {}

/** How wide the panel is, and may be, in a frame of this width. */
export function panelWidth(frame: number, share = HALF): { size: number; min: number; max: number; initial: number } {
  const max = Math.max(MIN_PX, Math.round(frame - MIN_PX))
  const within = (px: number) => Math.min(max, Math.max(MIN_PX, Math.round(px)))
  return { size: within(share * frame), min: MIN_PX, max, initial: within(HALF * frame) }
}

/** The width of the panel beside the text: a share of the frame that this browser keeps. */
export function usePanelWidth() {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const [width, setWidth] = useState(1200)
  const { splitters } = useStore(uiSettings, NONE)
  useEffect(() => {
    if (!frame) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    observer.observe(frame)
    return () => observer.disconnect()
  }, [frame])
  const onChange = (px: number) => changeUiSettings({ splitters: { ...splitters, benchPanel: px / width } })
  return { setFrame, splitter: { ...panelWidth(width, splitters?.benchPanel), onChange } }
}
