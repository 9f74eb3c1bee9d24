const MOST_MS = 1500
const WITHOUT_IDLE_MS = 300

/** Runs something once the page has nothing else to do; gives back what calls it off. */
export function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const idle = requestIdleCallback(run, { timeout: MOST_MS })
    return () => cancelIdleCallback(idle)
  }
  const timer = setTimeout(run, WITHOUT_IDLE_MS)
  return () => clearTimeout(timer)
}
