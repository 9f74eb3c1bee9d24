import type { Browser, Locator } from '@playwright/test'
import { makeCorpus } from '../../packages/convert/bench/corpus.ts'
import { openPage, openTab, type Tab } from './device.ts'
import { pasteLinks, TASK_BUDGET } from './list.ts'
import { median, percentile, row, type Row } from './row.ts'
import { scroll } from './scrolling.ts'
import { FILTER_KEYS, pressAll } from './typing.ts'

const NODES = 100_000
const FEW = 10_000
const SCROLLS = 2
const COUNT = `${NODES.toLocaleString('en')} rows`

/**
 * Filtering and scrolling a very long list, beside a bare list of as many rows; and the same keys in a list of a tenth of
 * the rows, which may not answer later.
 */
export async function longList(browser: Browser, ours: string, bare: string): Promise<Row[]> {
  const plain = await openTab(browser, 'desktop')
  const full = await openTab(browser, 'desktop')
  const small = await openTab(browser, 'desktop')
  try {
    await openPage(plain, `${bare}/list`)
    await openPage(full, `${ours}/convert`)
    await openPage(small, `${ours}/convert`)
    const text = makeCorpus(NODES)
    await pasteLinks(small.page, makeCorpus(FEW), FEW)
    await pasteLinks(full.page, text, NODES)
    await pasteLinks(plain.page, text, NODES)

    const pressIn = async (tab: Tab, box: Locator) => {
      await tab.page.bringToFront()
      await box.focus()
      return pressAll(tab, FILTER_KEYS)
    }
    const smallFilter = await pressIn(small, small.page.getByTestId('node-filter'))
    const filter = await pressIn(full, full.page.getByTestId('node-filter'))
    const plainFilter = await pressIn(plain, plain.page.getByRole('textbox'))

    const [listed, short]: [number[], number[]] = [[], []]
    for (let round = 0; round < SCROLLS; round++) {
      listed.push((await scroll(full)).fps)
      short.push((await scroll(plain)).fps)
    }
    const drawn = await full.page.getByRole('row').count()
    const inp = (shown: readonly number[]) => percentile(shown, 98)
    return [
      row(`${COUNT}: INP of filtering`, 'ms', inp(filter.shown), inp(plainFilter.shown)),
      row(
        `${FEW.toLocaleString('en')} rows beside ${COUNT}: INP of filtering`,
        'ms',
        inp(smallFilter.shown),
        inp(filter.shown),
        '≤ 1 of it',
      ),
      row(`${COUNT}: a key in the filter`, 'ms', percentile(filter.worked, 98), null, '≤ 50 ms'),
      row(`${COUNT}: longest task while filtering`, 'ms', filter.longestTask, plainFilter.longestTask, TASK_BUDGET),
      row(`${COUNT}: scrolling`, 'fps', median(listed), median(short), '≥ 0.9 of bare'),
      row(`${COUNT}: in the document`, '', drawn, null, '≤ 80'),
    ]
  } finally {
    await plain.close()
    await full.close()
    await small.close()
  }
}
