import type { Page } from '@playwright/test'
import {
  clientRadio,
  draftHas,
  drafts,
  goTo,
  manyLinks,
  open,
  output,
  paste,
  rowOf,
  summary,
  trojan,
  counted,
} from './convert-page.ts'
import { alive, expect, test } from './journey.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** Pastes one node, and waits until the draft on the device has it. */
async function pasteNode(page: Page, name: string): Promise<void> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), trojan(name))
  await page.locator('body').press('Control+v')
  await expect(page.getByTestId('convert-input')).toContainText(`#${name}`)
  await expect.poll(async () => (await drafts(page)).filter(({ text }) => text.includes(`#${name}`)).length).toBe(1)
}

const tabId = (page: Page) => page.evaluate(() => sessionStorage.getItem('app.tab'))
const held = (page: Page) =>
  page.evaluate(async () => ((await navigator.locks.query()).held ?? []).map(({ name }) => name))

/** The texts of before that stand in the browser's storage. */
const versions = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('switchyard-versions')
        opening.addEventListener('success', () => {
          const store = opening.result.transaction('versions').objectStore('versions')
          const asked = store.getAll() as IDBRequest<{ text: string }[]>
          asked.addEventListener('success', () => {
            opening.result.close()
            resolve(asked.result.map(({ text }) => text))
          })
        })
      }),
  )

const keptSettings = (page: Page) => page.evaluate(() => localStorage.getItem('app.convert'))

async function remember(page: Page, isRemembered: boolean): Promise<void> {
  await page.getByTestId('convert-more').click()
  await page.getByRole('menu').getByText('在此设备记住').click()
  await expect
    .poll(async () => (await drafts(page)).find(({ text }) => text.includes('#'))?.remembered)
    .toBe(isRemembered)
}

test('a duplicated tab has a copy under a name of its own, and each goes its own way', async ({ page }) => {
  await open(page)
  await pasteNode(page, 'first')
  const [copy] = await Promise.all([
    page.waitForEvent('popup'),
    // A window that a page opens brings the page's session storage along, as a duplicated tab does.
    page.evaluate(() => void window.open('/convert')),
  ])
  await alive(copy)
  await expect(copy.getByTestId('convert-input')).toContainText('#first')
  expect(await tabId(copy)).not.toBe(await tabId(page))
  await expect
    .poll(async () => new Set((await drafts(page)).map(({ id }) => id)))
    .toEqual(new Set([await tabId(page), await tabId(copy)]))

  await copy.reload()
  await alive(copy)
  await expect(copy.getByTestId('convert-input')).toContainText('#first')
  await pasteNode(copy, 'second')
  await page.reload()
  await alive(page)
  await expect(page.getByTestId('convert-input')).toContainText('#first')
  await expect(page.getByTestId('convert-input')).not.toContainText('#second')
})

test('the draft of a closed tab is gone a minute after the app starts again, on whatever page', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await open(other)
  await pasteNode(other, 'closed')
  await other.close()

  await page.clock.install()
  await open(page, '/settings')
  expect((await drafts(page)).map(({ text }) => text.includes('#closed'))).toEqual([true])
  await page.clock.runFor(59_000)
  expect(await drafts(page)).toHaveLength(1)
  await page.clock.runFor(2000)
  await expect.poll(() => drafts(page)).toEqual([])
})

test('a tab that shows another page keeps its draft while others come and go', async ({ page, context }) => {
  const closed = await context.newPage()
  await open(closed)
  await pasteNode(closed, 'closed')
  const other = await context.newPage()
  await open(other)
  await pasteNode(other, 'alive')
  await closed.close()
  await open(other, '/settings')
  await expect.poll(() => held(other)).toContain(`switchyard-draft:${await tabId(other)}`)

  await page.clock.install()
  await open(page, '/terms')
  await page.clock.runFor(61_000)
  await expect.poll(async () => (await drafts(page)).filter(({ text }) => text.includes('#closed'))).toEqual([])
  await open(other, '/convert')
  await expect(other.getByTestId('convert-input')).toContainText('#alive')
})

test('no draft is kept for longer than a day', async ({ page, context }) => {
  await open(page)
  await pasteNode(page, 'yesterday')
  const later = await context.newPage()
  await later.clock.install({ time: Date.now() + 25 * 60 * 60 * 1000 })
  await open(later, '/terms')
  await later.clock.runFor(61_000)
  await expect.poll(() => drafts(page)).toEqual([])
})

test('what is remembered on this device is there in a new tab, once, and forgotten when that is switched off', async ({
  page,
  context,
}) => {
  const first = await context.newPage()
  await open(first)
  await pasteNode(first, 'kept')
  await remember(first, true)
  await first.close()

  const second = await context.newPage()
  await open(second)
  await expect(second.getByTestId('convert-input')).toContainText('#kept')
  await expect
    .poll(async () => (await drafts(second)).map(({ id, remembered }) => [id, remembered]))
    .toEqual([[await tabId(second), true]])
  await remember(second, false)
  await second.close()

  await open(page)
  await expect(page.getByTestId('sample')).toBeVisible()
  await expect(page.getByTestId('convert-input')).toHaveCount(0)
})

test('a private window finds nothing, not even what is remembered', async ({ page, browser }) => {
  await open(page)
  await pasteNode(page, 'secret')
  await remember(page, true)
  const context = await browser.newContext({ locale: 'zh-CN' })
  const fresh = await context.newPage()
  await fresh.goto(page.url())
  await alive(fresh)
  await expect(fresh.getByTestId('sample')).toBeVisible()
  expect(await drafts(fresh)).toEqual([])
  await context.close()
})

test('what was cleared is not saved once more by the page that had it', async ({ page }) => {
  await open(page)
  await pasteNode(page, 'cleared')
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await page.getByRole('link', { name: '数据' }).click()
  // Firefox before 126 does not list its databases.
  await page.evaluate(() => Reflect.deleteProperty(IDBFactory.prototype, 'databases'))
  await page.getByRole('button', { name: '清除' }).click()
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('alertdialog').getByRole('button', { name: '清除' }).click(),
  ])
  await alive(page)
  await expect(page.getByRole('status').filter({ hasText: '已清除' })).toBeVisible()
  expect(await drafts(page)).toEqual([])
  await open(page)
  await expect(page.getByTestId('sample')).toBeVisible()
})

test('what was cleared comes back by undo alone, in the tab that had it, and stays off the device until then', async ({
  page,
  context,
}) => {
  const secrets = async () => (await drafts(page)).filter(({ text }) => text.includes('s3cret'))
  await open(page)
  await pasteNode(page, 'cleared')
  await remember(page, true)
  await expect(output(page)).toContainText('mixed-port')
  await page.getByTestId('convert-more').click()
  await page.getByRole('menu').getByText('清空').click()
  await expect(page.getByTestId('sample')).toBeVisible()
  await expect(output(page)).toHaveCount(0)
  await (await clientRadio(page, 'clash')).check()
  await draftHas(page, /"output":"clash"/)
  expect(await secrets()).toEqual([])
  expect((await drafts(page)).map(({ remembered }) => remembered)).toEqual([false])

  const other = await context.newPage()
  await open(other)
  await expect(other.getByTestId('sample')).toBeVisible()
  await expect(other.getByTestId('action-undo')).toHaveCount(0)

  await page.getByTestId('action-undo').click()
  await page.getByTestId('action-undo').click()
  await expect(page.getByTestId('convert-input')).toContainText('#cleared')
  await expect.poll(async () => (await secrets()).map(({ remembered }) => remembered)).toEqual([false])

  await page.getByTestId('action-redo').click()
  await expect(page.getByTestId('sample')).toBeVisible()
  await expect.poll(secrets).toEqual([])
  await page.reload()
  await alive(page)
  await expect(page.getByTestId('sample')).toBeVisible()
  await expect(page.getByTestId('action-undo')).toHaveCount(0)
})

test('a result from before all was cleared is on the device no more, though what follows is remembered', async ({
  page,
}) => {
  await open(page)
  await pasteNode(page, 'cleared')
  await expect(output(page)).toContainText('mixed-port')
  await page.getByTestId('convert-more').click()
  await page.getByRole('menu').getByText('清空').click()
  await expect(page.getByTestId('sample')).toBeVisible()
  await page.getByTestId('convert-more').click()
  await page.getByRole('menu').getByText('在此设备记住').click()
  await paste(page, trojan('A', 'a.example.com', 'other'))
  await expect(output(page)).toContainText('mixed-port')
  await paste(page, trojan('B', 'b.example.com', 'other'))
  await expect.poll(async () => (await versions(page)).length).toBe(1)
  expect((await versions(page)).filter((text) => text.includes('s3cret'))).toEqual([])
})

/** From now on nothing that waits a moment in this page is done. */
const stopTimers = (page: Page) => page.evaluate(() => void (window.setTimeout = (() => 0) as never))

for (const { what, added, count } of [
  { what: 'was changed', added: trojan('last', 'last.example.com'), count: 2 },
  { what: 'is long and was pasted', added: manyLinks(4500), count: 4501 },
])
  test(`what ${what} in the moment before a reload is there after it`, async ({ page }) => {
    await open(page)
    await pasteNode(page, 'first')
    await stopTimers(page)
    await paste(page, added)
    await page.reload()
    await alive(page)
    await expect(summary(page, 'entries')).toHaveText(counted(count), { timeout: 30_000 })
  })

test('what was typed is saved at once when the page goes out of sight', async ({ page }) => {
  await open(page)
  await pasteNode(page, 'first')
  // The editor takes the place of the plain box by a timer.
  await expect(page.locator('.cm-content[data-testid=convert-input]')).toBeVisible()
  await stopTimers(page)
  await page.getByTestId('convert-input').press('Control+End')
  await page.keyboard.type('-typed')
  await expect(page.getByTestId('convert-input')).toContainText('#first-typed')
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await draftHas(page, /#first-typed/)
})

test('a tab that is open while another clears what this browser keeps goes on as a tab that is not remembered', async ({
  page,
  context,
}) => {
  await open(page)
  await pasteNode(page, 'open')
  await remember(page, true)
  const other = await context.newPage()
  await other.goto('/settings/data')
  await alive(other)
  await other.getByRole('button', { name: '清除' }).click()
  await Promise.all([
    other.waitForEvent('load'),
    other.getByRole('alertdialog').getByRole('button', { name: '清除' }).click(),
  ])
  await alive(other)
  await expect.poll(() => drafts(page)).toEqual([])
  await expect(page.getByTestId('convert-input')).toContainText('#open')

  await page.getByTestId('target-clash').click()
  await draftHas(page, /"output":"clash"/)
  expect((await drafts(page)).map(({ text, remembered }) => [text.includes('#open'), remembered])).toEqual([
    [true, false],
  ])
  await page.close()
  await open(other)
  await expect(other.getByTestId('sample')).toBeVisible()
})

test('what is pasted on the first page takes the place of what was there, and undo brings that back', async ({
  page,
}) => {
  await open(page)
  await pasteNode(page, 'before')
  await open(page, '/')
  await page.getByRole('main').getByRole('textbox').fill(trojan('after'))
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('convert-input')).toContainText('#after')
  await expect(page.getByTestId('convert-input')).not.toContainText('#before')
  await page.getByTestId('action-undo').click()
  await expect(page.getByTestId('convert-input')).toContainText('#before')
})

test('the settings used last are what a fresh tab starts with, unless a draft or the address has its own', async ({
  page,
  context,
}) => {
  await open(page)
  await pasteNode(page, 'canary')
  await page.getByTestId('target-singbox').click()
  await expect.poll(() => keptSettings(page)).toBe('target=singbox')

  const fresh = await context.newPage()
  await open(fresh)
  await expect(await clientRadio(fresh, 'singbox')).toBeChecked()
  await expect(fresh).toHaveURL(/\?target=singbox$/)
  await expect(fresh.getByTestId('sample')).toBeVisible()
  await goTo(fresh, 'options')
  const takenOver = fresh.getByTestId('options-taken-over')
  await expect(takenOver).toContainText('沿用上次的选项')
  await takenOver.getByRole('button', { name: '恢复默认' }).click()
  await expect(takenOver).toBeHidden()
  await expect(fresh).toHaveURL(/\?target=mihomo$/)
  await fresh.getByTestId('action-undo').click()
  await expect(takenOver).toBeVisible()
  await expect(fresh).toHaveURL(/\?target=singbox$/)

  const named = await context.newPage()
  await open(named, '/convert?target=clash')
  await expect(await clientRadio(named, 'clash')).toBeChecked()
  // Looked at only, they are not used.
  expect(await keptSettings(named)).toBe('target=singbox')
  await (await clientRadio(named, 'links')).check()
  await expect.poll(() => keptSettings(named)).toBe('target=links')

  // This tab has a draft.
  await page.goto('/convert')
  await alive(page)
  await expect(page.getByTestId('convert-input')).toContainText('#canary')
  await expect(page.getByTestId('target-singbox').getByRole('radio')).toBeChecked()
})

test('the settings used last go with the other data of this browser', async ({ page, context }) => {
  await open(page)
  await (await clientRadio(page, 'clash')).check()
  await expect.poll(() => keptSettings(page)).toBe('target=clash')
  await page.goto('/settings/data')
  await alive(page)
  await page.getByRole('button', { name: '清除' }).click()
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('alertdialog').getByRole('button', { name: '清除' }).click(),
  ])
  await alive(page)
  expect(await keptSettings(page)).toBeNull()
  const fresh = await context.newPage()
  await open(fresh)
  await expect(await clientRadio(fresh, 'mihomo')).toBeChecked()
  await expect(fresh).toHaveURL(/\/convert$/)
})

test('what was done can be taken back after a reload too, and done again', async ({ page }) => {
  await open(page)
  await paste(page, [trojan('A'), trojan('B').replace('jp.', 'b.')].join('\n'))
  await expect(rowOf(page, 'B')).toBeVisible()
  await rowOf(page, 'B').getByRole('gridcell', { name: 'B', exact: true }).click()
  await page.keyboard.press('Delete')
  await expect(rowOf(page, 'B')).toHaveCount(0)
  await draftHas(page, /"deleted":\["/)

  await page.reload()
  await alive(page)
  await expect(rowOf(page, 'A')).toBeVisible()
  await expect(rowOf(page, 'B')).toHaveCount(0)
  await page.locator('body').press('Control+z')
  await expect(rowOf(page, 'B')).toBeVisible()
  await page.locator('body').press('Control+Shift+z')
  await expect(rowOf(page, 'B')).toHaveCount(0)
})
