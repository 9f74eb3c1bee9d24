export type Side = 'bottom' | 'top' | 'right' | 'left'
export type Align = 'start' | 'center' | 'end'

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface Size {
  width: number
  height: number
}

const GAP_PX = 4
const EDGE_PX = 8

/** Where to put something beside a box so that all of it is seen: the wanted side, else the other one. */
export function placeBeside(box: Box, size: Size, view: Size, side: Side, align: Align): { left: number; top: number } {
  const space = {
    bottom: view.height - box.bottom,
    top: box.top,
    right: view.width - box.right,
    left: box.left,
  }
  const opposite = { bottom: 'top', top: 'bottom', right: 'left', left: 'right' } as const
  const along = side === 'bottom' || side === 'top'
  const needed = (along ? size.height : size.width) + GAP_PX + EDGE_PX
  const taken = space[side] < needed && space[opposite[side]] > space[side] ? opposite[side] : side

  const aligned = (start: number, end: number, length: number) =>
    align === 'start' ? start : align === 'end' ? end - length : (start + end - length) / 2
  const left = along
    ? aligned(box.left, box.right, size.width)
    : taken === 'right'
      ? box.right + GAP_PX
      : box.left - size.width - GAP_PX
  const top = along
    ? taken === 'bottom'
      ? box.bottom + GAP_PX
      : box.top - size.height - GAP_PX
    : aligned(box.top, box.bottom, size.height)
  return { left: within(left, view.width - size.width), top: within(top, view.height - size.height) }
}

const within = (value: number, most: number) => Math.round(Math.max(EDGE_PX, Math.min(value, most - EDGE_PX)))

/** Puts an element of the top layer beside a box of the window. */
export function placeElement(element: HTMLElement, box: Box, side: Side, align: Align): void {
  const { left, top } = placeBeside(
    box,
    { width: element.offsetWidth, height: element.offsetHeight },
    { width: document.documentElement.clientWidth, height: window.innerHeight },
    side,
    align,
  )
  element.style.left = `${left}px`
  element.style.top = `${top}px`
}
