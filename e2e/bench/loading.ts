import type { Browser } from '@playwright/test'
import { DEVICE_NAMES, DEVICES, openPage, openTab, type Device } from './device.ts'
import { median, row, type Row } from './row.ts'

const ROUNDS = 5
const LEAST_ROUNDS = 3
/** On a busy machine fewer rounds have to do. */
const MOST_MS = 20_000
const SETTLED_MS = 300
const PATHS = ['/', '/convert']
const BUDGET = { lcp: '≤ 2000 ms', cls: '≤ 0.05', ttfb: '≤ 400 ms' }

interface Load {
  lcp: number
  cls: number
  ttfb: number
}

/** First visits: when the largest thing stands, how much moved, when the first byte came. Medians, in turns. */
export async function loading(browser: Browser, ours: string, bare: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const device of DEVICES) {
    const addresses = [`${bare}/`, ...PATHS.map((path) => ours + path)]
    const loads = new Map(addresses.map((address): [string, Load[]] => [address, []]))
    const start = performance.now()
    for (let round = 0; round < ROUNDS; round++) {
      if (round >= LEAST_ROUNDS && performance.now() - start > MOST_MS) break
      for (const address of addresses) loads.get(address)!.push(await visit(browser, address, device))
    }
    const of = (address: string, name: keyof Load) => median(loads.get(address)!.map((load) => load[name]))
    for (const path of PATHS)
      for (const name of ['lcp', 'cls', 'ttfb'] as const) {
        const value = of(ours + path, name)
        const budget = device === 'phone' ? BUDGET[name] : ''
        rows.push(
          row(
            `${name.toUpperCase()} of ${path}, ${DEVICE_NAMES[device]}`,
            name === 'cls' ? '' : 'ms',
            value,
            of(`${bare}/`, name),
            budget,
          ),
        )
      }
  }
  return rows
}

async function visit(browser: Browser, address: string, device: Device): Promise<Load> {
  const tab = await openTab(browser, device)
  try {
    await openPage(tab, address)
    return await tab.page.evaluate(async (settled) => {
      let lcp = 0
      let cls = 0
      const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
        new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
      watch('largest-contentful-paint', ({ startTime }) => (lcp = startTime))
      watch('layout-shift', (entry) => (cls += (entry as PerformanceEntry & { value: number }).value))
      await new Promise((resolve) => setTimeout(resolve, settled))
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      return { lcp, cls, ttfb: navigation!.responseStart }
    }, SETTLED_MS)
  } finally {
    await tab.close()
  }
}
