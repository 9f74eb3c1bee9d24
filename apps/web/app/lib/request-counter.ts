import { createStore } from './store.ts'

/** How many requests are in flight, and parts of the page on their way. */
export const requestCount = createStore(0)

export function requestStarted(): void {
  requestCount.set((count) => count + 1)
}

export function requestEnded(): void {
  requestCount.set((count) => Math.max(0, count - 1))
}
