import type { Page } from '@playwright/test'

export interface Pasted {
  firstRowsMs: number
  readyMs: number
  longestTaskMs: number
}

/** The browser tells of no shorter tasks than this. */
export const SHORTEST_TASK_MS = 50
/** What a task of ours may take: as long as the longest one that the bare list has, and 50 ms more. */
export const TASK_BUDGET = '≤ bare + 50 ms'

/**
 * Pastes links on the page and waits until all are in the list and the page has nothing left to do with them. Only
 * the converter makes something of them.
 */
export async function pasteLinks(page: Page, text: string, count: number): Promise<Pasted> {
  // Handing the text over holds the page up too, and is no work of ours.
  await page.evaluate((text) => Object.assign(window, { toPaste: text }) && undefined, text)
  const given = { count, isListAlone: !new URL(page.url()).pathname.endsWith('/convert'), shortest: SHORTEST_TASK_MS }
  return page.evaluate(async ({ count, isListAlone, shortest }) => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    let longestTaskMs = shortest
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration)
    })
    observer.observe({ type: 'longtask' })
    const until = async (isDone: () => boolean) => {
      while (!isDone()) await new Promise(requestAnimationFrame)
      return performance.now() - start
    }
    const data = new DataTransfer()
    data.setData('text/plain', (window as unknown as { toPaste: string }).toPaste)
    const start = performance.now()
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    const find = (id: string) => document.querySelector(`[data-testid=${id}]`)
    const firstRowsMs = await until(() => document.querySelector('[data-testid^=node-row-]') !== null)
    // Up to 5,000 nodes are converted at once; more wait for a press.
    const readyMs = await until(() =>
      isListAlone
        ? Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')) >= count
        : count > 5000
          ? find('action-generate') !== null
          : find('action-copy')?.matches(':enabled') === true &&
            !/\b0$/.test(find('summary-output')?.textContent ?? '0'),
    )
    await new Promise((resolve) => setTimeout(resolve, 500))
    observer.disconnect()
    return { firstRowsMs, readyMs, longestTaskMs }
  }, given)
}
