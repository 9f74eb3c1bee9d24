import type { Browser } from '@playwright/test'
import { makeCorpus } from '../../packages/convert/bench/corpus.ts'
import { floor } from '../../packages/convert/bench/floor.ts'
import { openPage, openTab } from './device.ts'
import { pasteLinks, TASK_BUDGET, type Pasted } from './list.ts'
import { median, row, type Row } from './row.ts'

const COUNTS = [5_000, 10_000, 100_000]
const ROUNDS = 3
/** On a busy machine fewer rounds have to do. */
const MOST_MS = 12_000

/**
 * From a paste to the first rows and to rest, beside the least any script has to do with these links. The tasks of the
 * page stand beside those of the bare list, which is given the same links.
 */
export async function pasting(browser: Browser, ours: string, bare: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const count of COUNTS) {
    const text = makeCorpus(count)
    const bytes = Buffer.from(text)
    const pasted: Pasted[] = []
    const listed: Pasted[] = []
    const floors: number[] = []
    const begin = performance.now()
    for (let round = 0; round < ROUNDS && (round === 0 || performance.now() - begin < MOST_MS); round++) {
      for (const [address, taken] of [
        [`${ours}/convert`, pasted],
        [`${bare}/list`, listed],
      ] as const) {
        const tab = await openTab(browser, 'desktop')
        try {
          await openPage(tab, address)
          if (taken === pasted) await tab.page.getByTestId('empty-screen').waitFor()
          taken.push(await pasteLinks(tab.page, text, count))
        } finally {
          await tab.close()
        }
      }
      const start = performance.now()
      floor(bytes)
      floors.push(performance.now() - start)
    }
    const of = (name: keyof Pasted, taken = pasted) => median(taken.map((each) => each[name]))
    const links = `${count.toLocaleString('en')} links`
    rows.push(
      row(`${links}: first rows`, 'ms', of('firstRowsMs'), median(floors), count < 100_000 ? '≤ 500 ms' : '≤ 1000 ms'),
      row(`${links}: ready`, 'ms', of('readyMs'), median(floors)),
      row(`${links}: longest task`, 'ms', of('longestTaskMs'), of('longestTaskMs', listed), TASK_BUDGET),
    )
  }
  return rows
}
