/** A gesture that became no click must not cost a later one. */
const CLICK_FOLLOWS_MS = 500

/** The click that follows what a finger has just done does nothing. */
export function swallowClick(): void {
  const stop = new AbortController()
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    stop.abort()
  }
  document.addEventListener('click', swallow, { capture: true, signal: stop.signal })
  setTimeout(() => stop.abort(), CLICK_FOLLOWS_MS)
}

/** The touch that closed a sheet does nothing else, however long it is; the next one is a touch like any other. */
export function swallowTouch(touch: Event): void {
  // No long press and no swipe begins below.
  touch.stopPropagation()
  const stop = new AbortController()
  const options = { capture: true, signal: stop.signal }
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    stop.abort()
  }
  const end = () => void setTimeout(() => stop.abort(), CLICK_FOLLOWS_MS)
  document.addEventListener('click', swallow, options)
  document.addEventListener('pointerup', end, options)
  document.addEventListener('pointercancel', end, options)
  // Not called for this touch: it is on its way already.
  document.addEventListener('pointerdown', () => stop.abort(), options)
}
