import type { Browser, Page } from '@playwright/test'
import { makeCorpus } from '../../packages/convert/bench/corpus.ts'
import { DEVICE_NAMES, DEVICES, openPage, openTab, slowDown, type Tab } from './device.ts'
import { pasteLinks, SHORTEST_TASK_MS, TASK_BUDGET } from './list.ts'
import { percentile, row, type Row } from './row.ts'

const NODES = 10_000
const FILTER = 'example iepl -003 1'
const NOTE_KEYS = [...keysOf('# notes on these nodes'), 'Enter', ...keysOf('typed key by key')]
/** Typed into the filter and taken back. */
export const FILTER_KEYS = [...keysOf(FILTER), ...backspaces(FILTER.length)]
const WARM_UP = [...keysOf('warm'), ...backspaces(4)]
const BETWEEN_KEYS_MS = 60
/** On a busy machine fewer keys have to do. */
const MOST_MS = 6_000
const LEAST_KEYS = 10
/** The browser tells no shorter events than this. */
const SHORTEST_MS = 16

/**
 * From a key to the next picture, with 10,000 nodes in the list: in the filter, beside that of the bare list of as many
 * rows, and in the input, beside the field of the bare page.
 */
export async function typing(browser: Browser, ours: string, bare: string): Promise<Row[]> {
  const text = makeCorpus(NODES)
  const rows: Row[] = []
  for (const device of DEVICES) {
    const plain = await openTab(browser, device)
    const full = await openTab(browser, 'desktop')
    try {
      await openPage(plain, `${bare}/`)
      await openPage(full, `${ours}/convert`)
      await pasteLinks(full.page, text, NODES)
      if (device === 'phone') await slowDown(full)

      await full.page.getByTestId('node-filter').focus()
      const filter = await pressAll(full, FILTER_KEYS)
      await full.page.getByTestId('text-fold').click()
      await full.page.getByTestId('convert-input').click()
      await full.page.keyboard.press('Control+End')
      const input = await pressAll(full, NOTE_KEYS)
      await plain.page.getByRole('textbox').focus()
      const plainInput = await pressAll(plain, NOTE_KEYS)
      await openPage(plain, `${bare}/list`)
      await pasteLinks(plain.page, text, NODES)
      await plain.page.getByRole('textbox').focus()
      const plainFilter = await pressAll(plain, FILTER_KEYS)

      const name = DEVICE_NAMES[device].replace(', 4G', '')
      const isPhone = device === 'phone'
      const inp = (took: Took) => percentile(took.shown, 98)
      rows.push(
        row(`INP of typing, ${name}`, 'ms', inp(input), inp(plainInput), isPhone ? '≤ 150 ms' : ''),
        row(`INP of filtering, ${name}`, 'ms', inp(filter), inp(plainFilter), isPhone ? '≤ 150 ms' : ''),
        row(`a key in the filter, ${name}`, 'ms', percentile(filter.worked, 98), null, '≤ 50 ms'),
        row(`longest task while filtering, ${name}`, 'ms', filter.longestTask, plainFilter.longestTask, TASK_BUDGET),
      )
    } finally {
      await plain.close()
      await full.close()
    }
  }
  return rows
}

interface Took {
  /** From each press to the picture that shows it. */
  shown: number[]
  /** What the page itself did for each press. */
  worked: number[]
  longestTask: number
}

/** Presses the keys one after the other, as fast as people type. */
export async function pressAll({ page }: Tab, keys: readonly string[]): Promise<Took> {
  for (const key of WARM_UP) await press(page, key)
  const given = { shortest: SHORTEST_MS, shortestTask: SHORTEST_TASK_MS }
  await page.evaluate(({ shortest, shortestTask }) => {
    const presses = new Map<number, { shown: number; worked: number }>()
    const reported = { presses, longestTask: shortestTask }
    Object.assign(window, { reported })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        const { interactionId = 0 } = entry as { interactionId?: number }
        if (interactionId === 0) continue
        const known = presses.get(interactionId) ?? { shown: 0, worked: 0 }
        const worked = entry.processingEnd - entry.processingStart
        presses.set(interactionId, { shown: Math.max(known.shown, entry.duration), worked: known.worked + worked })
      }
    }).observe({ type: 'event', durationThreshold: shortest } as PerformanceObserverInit)
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) reported.longestTask = Math.max(reported.longestTask, duration)
    }).observe({ type: 'longtask' })
  }, given)
  const start = performance.now()
  let pressed = 0
  for (const key of keys) {
    if (pressed >= LEAST_KEYS && performance.now() - start > MOST_MS) break
    await press(page, key)
    pressed++
  }
  await page.waitForTimeout(500)
  const { presses, longestTask } = await page.evaluate(() => {
    const { reported } = window as unknown as {
      reported: { presses: Map<number, { shown: number; worked: number }>; longestTask: number }
    }
    return { presses: [...reported.presses.values()], longestTask: reported.longestTask }
  })
  // What was not told of was shorter than the shortest.
  const quick = Array.from({ length: Math.max(0, pressed - presses.length) }, () => SHORTEST_MS)
  return {
    shown: [...presses.map(({ shown }) => shown), ...quick],
    worked: [...presses.map(({ worked }) => worked), ...quick.map(() => 0)],
    longestTask,
  }
}

async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await page.waitForTimeout(BETWEEN_KEYS_MS)
}

function keysOf(text: string): string[] {
  return text.split('')
}

function backspaces(count: number): string[] {
  return Array.from({ length: count }, () => 'Backspace')
}
