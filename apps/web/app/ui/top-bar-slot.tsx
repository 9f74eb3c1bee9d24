import { useLayoutEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Before what the bar at the top has for every page, or after it. */
type Place = 'start' | 'end'

const idOf = (place: Place) => `top-bar-${place}`

/** Where the bar at the top takes in what a screen does on a phone. */
export function TopBarSlot({ place }: { place: Place }) {
  return <div id={idOf(place)} className="top-bar-slot contents" />
}

/** Its children stand in the bar at the top, for screens that need the line below it for something else. */
export function InTopBar({ place, children }: { place: Place; children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => setSlot(document.getElementById(idOf(place))), [place])
  return slot && createPortal(children, slot)
}
