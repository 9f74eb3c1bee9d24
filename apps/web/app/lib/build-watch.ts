import { ask } from './api.ts'
import { appConfig } from './app-config.ts'
import { onChunkFailure } from './lazy-page.ts'
import { createStore } from './store.ts'

const INTERVAL_MS = 5 * 60 * 1000

/** Whether the server has another build than this page. */
export const newBuild = createStore(false)

/** Asks on focus, every five minutes and after a chunk that did not load. */
export function startBuildWatch(): void {
  addEventListener('focus', look)
  setInterval(look, INTERVAL_MS)
  onChunkFailure(look)
}

const look = () => void askBuild()

async function askBuild(): Promise<void> {
  if (!navigator.onLine || newBuild.get()) return
  try {
    const answer = await ask('GET /_build', { quiet: true })
    if (answer && answer.id !== appConfig().buildId) newBuild.set(true)
  } catch {
    // No answer says nothing about a new build.
  }
}
