/** Work in small pieces, so that typing and scrolling stay smooth while 100,000 rows are looked through. */

const SLICE_MS = 8

/** Runs to the end at once. */
export function runNow<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** Runs in slices of a few milliseconds, the first one after what is under way; undefined when it was called off. */
export async function runInSlices<T>(work: Generator<undefined, T>, signal: AbortSignal): Promise<T | undefined> {
  for (;;) {
    await nextTask()
    if (signal.aborted) return undefined
    const end = performance.now() + SLICE_MS
    do {
      const { done, value } = work.next()
      if (done) return value
    } while (performance.now() < end)
  }
}

/** A timeout would wait four milliseconds, a promise would not let the page breathe. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}
