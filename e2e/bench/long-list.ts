import type { Browser } from '@playwright/test'
import { makeCorpus } from '../../packages/convert/bench/corpus.ts'
import { openPage, openTab } from './device.ts'
import { pasteLinks } from './list.ts'
import { median, percentile, row, type Row } from './row.ts'
import { scroll } from './scrolling.ts'
import { FILTER_KEYS, pressAll } from './typing.ts'

const NODES = 100_000
const SCROLLS = 2
const COUNT = `${NODES.toLocaleString('en')} rows`

/** Filtering and scrolling a very long list, beside the same keys in a field and the same wheel on a short page. */
export async function longList(browser: Browser, ours: string, bare: string): Promise<Row[]> {
  const plain = await openTab(browser, 'desktop')
  const full = await openTab(browser, 'desktop')
  try {
    await openPage(plain, `${bare}/`)
    await openPage(full, `${ours}/convert`)
    await pasteLinks(full.page, makeCorpus(NODES), NODES)

    await full.page.getByTestId('node-filter').focus()
    const filter = await pressAll(full, FILTER_KEYS)
    await plain.page.bringToFront()
    await plain.page.getByRole('textbox').focus()
    const plainFilter = await pressAll(plain, FILTER_KEYS)

    const box = (await full.page.getByRole('grid').boundingBox())!
    const inGrid = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
    const [listed, short]: [number[], number[]] = [[], []]
    for (let round = 0; round < SCROLLS; round++) {
      listed.push((await scroll(full, inGrid)).fps)
      short.push((await scroll(plain, { x: 640, y: 400 })).fps)
    }
    const drawn = await full.page.getByRole('row').count()
    const inp = (shown: readonly number[]) => percentile(shown, 98)
    return [
      row(`${COUNT}: INP of filtering`, 'ms', inp(filter.shown), inp(plainFilter.shown)),
      row(`${COUNT}: a key in the filter`, 'ms', percentile(filter.worked, 98), null, '≤ 50 ms'),
      row(`${COUNT}: longest task while filtering`, 'ms', filter.longestTask, plainFilter.longestTask, '≤ 100 ms'),
      row(`${COUNT}: scrolling`, 'fps', median(listed), median(short), '≥ 55 fps'),
      row(`${COUNT}: in the document`, '', drawn, null, '≤ 80'),
    ]
  } finally {
    await plain.close()
    await full.close()
  }
}
