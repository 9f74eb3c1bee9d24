import { useRef, type KeyboardEvent, type PointerEvent } from 'react'

const STEP_PX = 16

interface Props {
  /** What it makes wider: 'Width of the input'. */
  label: string
  /** Width in pixels of the pane it belongs to. */
  size: number
  min: number
  max: number
  /** What a double click goes back to. */
  initial: number
  onChange: (size: number) => void
  /** Id of the pane. */
  controls?: string
  /** The pane stands after it: dragging left makes it wider. */
  after?: boolean
  className?: string
}

/** The line between two panes: drag it, or arrows by 16 px, Home and End to the ends, double click to begin again. */
export function Splitter({ label, size, min, max, initial, onChange, controls, after = false, className = '' }: Props) {
  const start = useRef<{ x: number; size: number }>(undefined)
  const direction = after ? -1 : 1
  const resize = (wanted: number) => onChange(Math.round(Math.min(max, Math.max(min, wanted))))

  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = {
      ArrowLeft: size - direction * STEP_PX,
      ArrowRight: size + direction * STEP_PX,
      Home: min,
      End: max,
      Enter: initial,
    }[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    resize(wanted)
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, size }
  }

  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-controls={controls}
      aria-valuenow={Math.round(size)}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={`splitter ${className}`}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => {
        if (start.current) resize(start.current.size + direction * (event.clientX - start.current.x))
      }}
      onLostPointerCapture={() => {
        start.current = undefined
      }}
      onDoubleClick={() => resize(initial)}
    />
  )
}
