import type { Locator, Page } from '@playwright/test'
import { alive, expect } from './journey.ts'

/** The convert screen, as journeys speak of it. */

export const trojan = (name: string, server = 'jp.example.com', password = 's3cret'): string =>
  `trojan://${password}@${server}:443?sni=${server}#${encodeURIComponent(name)}`

export const UUID = '11111111-1111-4111-8111-111111111111'

export const vless = (name: string): string =>
  `vless://${UUID}@v.example.com:443?security=tls&sni=v.example.com#${encodeURIComponent(name)}`

export const manyLinks = (count: number): string =>
  Array.from({ length: count }, (_, index) => trojan(`N ${index}`, `n${index}.example.com`)).join('\n')

export async function open(page: Page, path = '/convert'): Promise<void> {
  await page.goto(path)
  await alive(page)
  if (path.includes('/convert'))
    await expect(page.getByTestId('empty-screen').or(page.locator('.cm-content').first())).toBeVisible({
      timeout: 20_000,
    })
}

/** The four places of the screen, whatever stands beside each other at this width. */
export type Place = 'list' | 'text' | 'options' | 'result'

/** Goes to a place as a person would: by the tab, the switch, the sheet or the menu that leads there at this width. */
export async function goTo(page: Page, place: Place): Promise<void> {
  const { width } = page.viewportSize()!
  const isPhone = width < 640
  await leaveSheets(page, place)
  if (place === 'options') {
    if (await page.getByTestId('options-panel').isVisible()) return
    if (isPhone) await fromMenu(page, '选项', 'Options')
    else await page.getByTestId('options-open').click()
    return expect(page.getByTestId('options-panel')).toBeVisible()
  }
  if (isPhone) {
    if (place === 'text') await page.getByTestId('text-open').click()
    if (place === 'result' && (await page.getByTestId('result-toggle').getAttribute('aria-expanded')) === 'false')
      await page.getByTestId('result-toggle').click()
    return
  }
  if (width < 1024) await page.getByTestId(place === 'result' ? 'side-result' : 'side-list').click()
  if (place === 'result') return
  const unfold = page.getByRole('button', { name: /^(展开原文|Show the text)$/ })
  if (place === 'text' && (await unfold.isVisible())) return unfold.click()
  const pane = page.getByTestId(place === 'text' ? 'pane-input' : 'pane-nodes')
  // Where the options take the room of a pane, text and list share one.
  if (width < 1600 || (await pane.isVisible())) await pane.click()
}

/** What lies over a place is left before one goes there. */
async function leaveSheets(page: Page, place: Place): Promise<void> {
  const { width } = page.viewportSize()!
  // Between 1024 and 1440 pixels the options cover the result alone.
  const areOptionsOver = width < 1024 ? place !== 'options' : width < 1440 && place === 'result'
  if (areOptionsOver) await closeSheet(page, 'options')
  if (place !== 'text') await closeSheet(page, 'text-sheet')
  const toggle = page.getByTestId('result-toggle')
  if (width >= 640 || place === 'result' || (await toggle.count()) === 0) return
  if ((await toggle.getAttribute('aria-expanded')) === 'true') await toggle.click()
}

async function closeSheet(page: Page, name: string): Promise<void> {
  const sheet = page.getByTestId(name)
  if (!(await sheet.isVisible())) return
  await sheet.getByRole('button', { name: /^(关闭|Close)$/ }).click()
  await expect(sheet).toBeHidden()
}

/** An entry of the one menu of the screen. */
export async function fromMenu(page: Page, ...names: readonly string[]): Promise<void> {
  await page.getByTestId('convert-more').click()
  await page.getByRole('menuitem', { name: new RegExp(`^(${names.join('|')})`) }).click()
}

/** What every client would keep: beside the clients, on a phone in the menu. */
export async function openComparison(page: Page): Promise<void> {
  await goTo(page, 'result')
  if (page.viewportSize()!.width < 640) await fromMenu(page, '比较客户端', 'Compare clients')
  else await page.getByTestId('compare-open').click()
  await expect(page.getByTestId('compare').getByRole('table')).toBeVisible()
}

/** What a client is chosen by: beside the result, or among the options while there is none. */
export async function clientRadio(page: Page, id: string): Promise<Locator> {
  const isEmpty = await page.getByTestId('empty-screen').isVisible()
  if (isEmpty) await goTo(page, 'options')
  return page.getByTestId(`${isEmpty ? 'card' : 'target'}-${id}`).getByRole('radio')
}

/** The empty text, to type in it. */
export async function openText(page: Page): Promise<Locator> {
  await page.getByTestId('write').click()
  return page.getByTestId('convert-input')
}

/** Ctrl+V on the page itself, as people do it. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)
}

/** The screen with these lines in it, all of them read. */
export async function openWith(page: Page, lines: readonly string[], path = '/convert'): Promise<void> {
  await open(page, path)
  await paste(page, lines.join('\n'))
  await expect(page.getByTestId('track')).toBeVisible({ timeout: 20_000 })
}

/** Empties the text of a wide screen and pastes another, for what belongs to the same story and needs other lines. */
export async function startOver(page: Page, lines: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: '清空输入' }).click()
  await expect(page.getByTestId('empty-screen')).toBeVisible()
  await paste(page, lines.join('\n'))
  await expect(page.getByTestId('track')).toBeVisible()
}

/** Ctrl+V with the clipboard of the machine, for journeys that may use it. */
export async function pasteByKey(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), text)
  await page.locator('body').press('Control+v')
}

/** The whole result; the editor shows only the lines in view. */
export async function copied(page: Page): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.getByTestId('action-copy').click()
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(clipboard).not.toBe('')
  return clipboard()
}

export const output = (page: Page): Locator => page.getByTestId('output-editor')

export const summary = (page: Page, bucket: string): Locator => page.getByTestId(`summary-${bucket}`)

/** All that a part of the summary, or a chip, says: its word and no number but this one. */
export const counted = (count: number): RegExp => new RegExp(`^\\D*${count.toLocaleString('en-US')}\\D*$`)

const NODE = '[data-row]:not([data-row=""], [data-state=skipped], [data-state=deleted])'

/** The row of a node, by its name. */
export const rowOf = (page: Page, name: string): Locator =>
  page.locator(NODE).filter({ has: page.locator(`[data-column=name] [title="${name}"]`) })

/** Names in the table, in their order. */
export const names = (page: Page): Promise<string[]> =>
  page.locator(`${NODE} [data-column=name]`).evaluateAll((cells) =>
    cells
      .map((cell) => ({ cell, top: cell.getBoundingClientRect().top }))
      .sort((a, b) => a.top - b.top)
      .map(({ cell }) => cell.querySelector('[title]')?.textContent ?? ''),
  )

/** The text in the input editor. */
export async function inputText(page: Page): Promise<string> {
  const editor = page.locator('.cm-content[data-testid=convert-input]')
  await expect(editor).toBeAttached()
  return editor.locator('.cm-line').evaluateAll((lines) => lines.map(({ textContent }) => textContent).join('\n'))
}

export async function expectUndo(page: Page): Promise<void> {
  await page.locator('[data-toast=undo]').last().getByRole('button', { name: '撤销' }).click()
  await expect(page.locator('[data-toast=undo]')).toHaveCount(0)
}

interface Kept {
  id: string
  remembered: boolean
  text: string
}

/** What stands in the browser's storage, read past the app. */
export function drafts(page: Page): Promise<Kept[]> {
  return page.evaluate(async () => {
    // Opening it would create it.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'switchyard')) return []
    return new Promise<Kept[]>((resolve, reject) => {
      const opening = indexedDB.open('switchyard')
      opening.addEventListener('error', () => reject(opening.error ?? new Error('no storage')))
      opening.addEventListener('success', () => {
        const database = opening.result
        const asked = database.transaction('drafts').objectStore('drafts').getAll() as IDBRequest<
          { id: string; remembered: boolean; value: unknown }[]
        >
        asked.addEventListener('success', () => {
          database.close()
          resolve(asked.result.map(({ id, remembered, value }) => ({ id, remembered, text: JSON.stringify(value) })))
        })
      })
    })
  })
}

/** Until what was just done stands in the draft on the device, and so outlives a reload. */
export async function draftHas(page: Page, part: RegExp): Promise<void> {
  await expect.poll(async () => (await drafts(page)).map(({ text }) => text).join()).toMatch(part)
}
