import type { Browser } from '@playwright/test'
import { makeCorpus } from '../../packages/convert/bench/corpus.ts'
import { floor } from '../../packages/convert/bench/floor.ts'
import { openPage, openTab } from './device.ts'
import { pasteLinks, type Pasted } from './list.ts'
import { median, row, type Row } from './row.ts'

const COUNTS = [5_000, 100_000]
const ROUNDS = 3
/** On a busy machine fewer rounds have to do. */
const MOST_MS = 12_000

/** From a paste to the first rows and to rest, beside the least any script has to do with these links. */
export async function pasting(browser: Browser, ours: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const count of COUNTS) {
    const text = makeCorpus(count)
    const bytes = Buffer.from(text)
    const pasted: Pasted[] = []
    const floors: number[] = []
    const begin = performance.now()
    for (let round = 0; round < ROUNDS && (round === 0 || performance.now() - begin < MOST_MS); round++) {
      const tab = await openTab(browser, 'desktop')
      try {
        await openPage(tab, `${ours}/convert`)
        await tab.page.getByTestId('empty-screen').waitFor()
        pasted.push(await pasteLinks(tab.page, text, count))
      } finally {
        await tab.close()
      }
      const start = performance.now()
      floor(bytes)
      floors.push(performance.now() - start)
    }
    const of = (name: keyof Pasted) => median(pasted.map((each) => each[name]))
    const links = `${count.toLocaleString('en')} links`
    rows.push(
      row(`${links}: first rows`, 'ms', of('firstRowsMs'), median(floors), count === 5_000 ? '≤ 500 ms' : '≤ 1000 ms'),
      row(`${links}: ready`, 'ms', of('readyMs'), median(floors)),
      row(`${links}: longest task of the page`, 'ms', of('longestTaskMs'), null, '≤ 100 ms'),
    )
  }
  return rows
}
