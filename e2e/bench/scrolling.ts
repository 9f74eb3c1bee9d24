import type { Browser } from '@playwright/test'
import { makeCorpus } from '../../packages/convert/bench/corpus.ts'
import { openPage, openTab, type Tab } from './device.ts'
import { pasteLinks } from './list.ts'
import { median, row, type Row } from './row.ts'

const NODES = 10_000
const FILES = 1000
const ROUNDS = 3
const SCROLL = { yDistance: -3000, speed: 1500, gestureSourceType: 'mouse' } as const
const FRAME_MS = 1000 / 60

/** Pictures a second while the wheel goes through 10,000 rows of both tables of nodes, and through as many of the bare list. */
export async function scrolling(browser: Browser, ours: string, bare: string): Promise<Row[]> {
  const plain = await openTab(browser, 'desktop')
  const full = await openTab(browser, 'desktop')
  const lists = await openTab(browser, 'desktop')
  try {
    await openPage(plain, `${bare}/list`)
    await openPage(full, `${ours}/convert`)
    await openPage(lists, `${ours}/node-table`)
    const text = makeCorpus(NODES)
    await pasteLinks(full.page, text, NODES)
    await pasteLinks(lists.page, text, NODES)
    await pasteLinks(plain.page, text, NODES)
    const [listed, inTable, short]: [Frames[], Frames[], Frames[]] = [[], [], []]
    for (let round = 0; round <= ROUNDS; round++) {
      const [one, two, other] = [await scroll(full), await scroll(lists), await scroll(plain)]
      if (round === 0) continue
      listed.push(one)
      inTable.push(two)
      short.push(other)
    }
    const of = (frames: Frames[], name: keyof Frames) => median(frames.map((each) => each[name]))
    return [
      row('scrolling 10,000 rows', 'fps', of(listed, 'fps'), of(short, 'fps'), '≥ 0.9 of bare'),
      row('scrolling 10,000 rows of the node table', 'fps', of(inTable, 'fps'), of(short, 'fps'), '≥ 0.9 of bare'),
      row('frames dropped while scrolling', '%', of(listed, 'dropped'), of(short, 'dropped')),
    ]
  } finally {
    await plain.close()
    await full.close()
    await lists.close()
  }
}

interface Frames {
  fps: number
  dropped: number
}

/** The same while it goes through 1,000 files of this device. */
export async function scrollingFiles(browser: Browser, ours: string, bare: string): Promise<Row[]> {
  const plain = await openTab(browser, 'desktop')
  const full = await openTab(browser, 'desktop')
  try {
    await openPage(plain, `${bare}/list`)
    await openPage(full, `${ours}/files`)
    await pasteLinks(plain.page, makeCorpus(FILES), FILES)
    const files = Array.from({ length: FILES }, (_, at) => ({
      name: `rule-${at}.list`,
      mimeType: 'text/plain',
      buffer: Buffer.from(`DOMAIN,${at}.example\n`),
    }))
    await full.page.getByTestId('upload-files').setInputFiles(files)
    await full.page.locator(`[data-testid=file-list][aria-rowcount="${FILES + 1}"]`).waitFor()
    const [listed, short]: [number[], number[]] = [[], []]
    for (let round = 0; round <= ROUNDS; round++) {
      const [one, other] = [await scroll(full), await scroll(plain)]
      if (round === 0) continue
      listed.push(one.fps)
      short.push(other.fps)
    }
    return [row('scrolling 1,000 files', 'fps', median(listed), median(short), '≥ 0.9 of bare')]
  } finally {
    await plain.close()
    await full.close()
  }
}

/** Turns the wheel down over the list, and back. */
export async function scroll({ page, cdp }: Tab): Promise<Frames> {
  await page.bringToFront()
  const box = (await page.getByRole('grid').boundingBox())!
  const at = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { times })
    const next = (time: number) => {
      times.push(time)
      if ((window as unknown as { times?: number[] }).times === times) requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  await cdp.send('Input.synthesizeScrollGesture', { ...at, ...SCROLL })
  const times = await page.evaluate(() => {
    const { times } = window as unknown as { times: number[] }
    Object.assign(window, { times: undefined })
    return times
  })
  await cdp.send('Input.synthesizeScrollGesture', { ...at, ...SCROLL, yDistance: -SCROLL.yDistance, speed: 20_000 })
  const took = times.at(-1)! - times[0]!
  const shown = times.length - 1
  return { fps: (shown / took) * 1000, dropped: Math.max(0, 1 - (shown * FRAME_MS) / took) * 100 }
}
