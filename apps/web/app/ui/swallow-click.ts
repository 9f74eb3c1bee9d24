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
