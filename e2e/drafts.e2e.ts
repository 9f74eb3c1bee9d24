import type { Page } from '@playwright/test'
import {
  clientRadio,
  draftHas,
  drafts,
  goTo,
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
  await inMenu(page, '在此设备记住')
  const tab = await tabId(page)
  await expect.poll(async () => (await drafts(page)).find(({ id }) => id === tab)?.remembered).toBe(isRemembered)
}

async function inMenu(page: Page, words: string): Promise<void> {
  await page.getByTestId('convert-more').click()
  await page.getByRole('menu').getByText(words).click()
}

/** From now on nothing that waits a moment in this page is done. */
const stopTimers = (page: Page) => page.evaluate(() => void (window.setTimeout = (() => 0) as never))

/** So long that it is stored as a file, and read at once. */
const LONG = `${`# ${'a note '.repeat(20)}\n`.repeat(2000)}${trojan('after')}`

test('what was done in the last moment is there after a reload, and can be taken back and done again', async ({
  page,
}) => {
  await open(page)
  await pasteNode(page, 'first')
  // The editor takes the place of the plain box by a timer.
  await expect(page.locator('.cm-content[data-testid=convert-input]')).toBeVisible()

  await test.step('what was typed is saved at once when the page goes out of sight', async () => {
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
  await test.step('what was pasted in the moment before a reload is there after it', async () => {
    await paste(page, trojan('last', 'last.example.com'))
    await page.reload()
    await alive(page)
    await expect(summary(page, 'entries')).toHaveText(counted(2))
    await expect(page.getByTestId('convert-input')).toContainText('#first-typed')
  })
  await test.step('so is a long text, and a node that was deleted before stays away', async () => {
    await rowOf(page, 'last').getByRole('gridcell', { name: 'last', exact: true }).click()
    await page.keyboard.press('Delete')
    await expect(rowOf(page, 'last')).toHaveCount(0)
    await draftHas(page, /"deleted":\["/)
    await stopTimers(page)
    await paste(page, LONG)
    await page.reload()
    await alive(page)
    await expect(rowOf(page, 'after')).toBeVisible()
    await expect(summary(page, 'entries')).toHaveText(counted(3))
    await expect(rowOf(page, 'last')).toHaveCount(0)
  })
  await test.step('both are taken back, and done again', async () => {
    await page.locator('body').press('Control+z')
    await expect(summary(page, 'entries')).toHaveText(counted(2))
    await expect(rowOf(page, 'last')).toHaveCount(0)
    await page.locator('body').press('Control+z')
    await expect(rowOf(page, 'last')).toBeVisible()
    await page.locator('body').press('Control+Shift+z')
    await expect(rowOf(page, 'last')).toHaveCount(0)
  })
})

test('each tab has its own draft, a duplicated one a copy, and that of a closed tab is gone a minute later', async ({
  page,
  context,
}) => {
  await open(page)
  await pasteNode(page, 'first')
  const copy = await test.step('a duplicated tab has a copy under a name of its own', async () => {
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
    return copy
  })
  await test.step('what is done in the copy is not done in the other, which shows another page by now', async () => {
    await pasteNode(copy, 'second')
    await copy.close()
    await open(page, '/settings')
    await expect.poll(() => held(page)).toContain(`switchyard-draft:${await tabId(page)}`)
  })
  await test.step('the draft of the closed tab goes a minute after the app starts again, on whatever page', async () => {
    const other = await context.newPage()
    await other.clock.install()
    await open(other, '/terms')
    await other.clock.runFor(59_000)
    expect(await drafts(other)).toHaveLength(2)
    await other.clock.runFor(2000)
    await expect.poll(async () => (await drafts(other)).map(({ id }) => id)).toEqual([await tabId(page)])
    await open(page)
    await expect(page.getByTestId('convert-input')).toContainText('#first')
    await expect(page.getByTestId('convert-input')).not.toContainText('#second')
  })
  await test.step('what is pasted on the first page takes its place, in no address and no request, and undo brings it back', async () => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))
    await open(page, '/')
    await page.getByRole('main').getByRole('textbox').fill(trojan('after', 'canary.example.com'))
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('convert-input')).toContainText('#after')
    await expect(page).toHaveURL(/\/convert/)
    expect(sent.filter((text) => text.includes('canary'))).toEqual([])
    expect(page.url()).not.toContain('canary')
    await expect(page.getByTestId('convert-input')).not.toContainText('#first')
    await page.getByTestId('action-undo').click()
    await expect(page.getByTestId('convert-input')).toContainText('#first')
  })
})

test('what is remembered on this device is there in a new tab, in no private window, and forgotten when that is switched off; what was cleared comes back by undo alone, in the tab that had it, and stays off the device until then', async ({
  page,
  context,
  browser,
}) => {
  const first = await context.newPage()
  await open(first)
  await pasteNode(first, 'kept')
  await remember(first, true)
  await first.close()

  const second = await context.newPage()
  await test.step('a new tab has it, once', async () => {
    await open(second)
    await expect(second.getByTestId('convert-input')).toContainText('#kept')
    await expect
      .poll(async () => (await drafts(second)).map(({ id, remembered }) => [id, remembered]))
      .toEqual([[await tabId(second), true]])
  })
  await test.step('a private window finds nothing', async () => {
    const apart = await browser.newContext({ locale: 'zh-CN', serviceWorkers: 'block' })
    const fresh = await apart.newPage()
    await fresh.goto(second.url())
    await alive(fresh)
    await expect(fresh.getByTestId('sample')).toBeVisible()
    expect(await drafts(fresh)).toEqual([])
    await apart.close()
  })
  await test.step('once it is switched off, a new tab finds nothing', async () => {
    await remember(second, false)
    await open(page)
    await expect(page.getByTestId('sample')).toBeVisible()
    await expect(page.getByTestId('convert-input')).toHaveCount(0)
    await page.close()
  })
  await test.step('a result from before all was cleared is not remembered, though what follows is', async () => {
    await expect(output(second)).toContainText('mixed-port')
    await inMenu(second, '清空')
    await expect(second.getByTestId('sample')).toBeVisible()
    await inMenu(second, '在此设备记住')
    await paste(second, trojan('A', 'a.example.com', 'other'))
    await expect(output(second)).toContainText('mixed-port')
    await paste(second, trojan('B', 'b.example.com', 'other'))
    await expect.poll(async () => (await versions(second)).length).toBe(1)
    expect((await versions(second)).filter((text) => text.includes('s3cret'))).toEqual([])
  })

  const secrets = async () => (await drafts(second)).filter(({ text }) => text.includes('s3cret'))
  await inMenu(second, '清空')
  await expect(second.getByTestId('sample')).toBeVisible()
  await pasteNode(second, 'cleared')
  await remember(second, true)
  await expect(output(second)).toContainText('mixed-port')

  await test.step('once cleared it is on the device no more, whatever is done next', async () => {
    await inMenu(second, '清空')
    await expect(second.getByTestId('sample')).toBeVisible()
    await expect(output(second)).toHaveCount(0)
    await (await clientRadio(second, 'clash')).check()
    await draftHas(second, /"output":"clash"/)
    expect(await secrets()).toEqual([])
    expect((await drafts(second)).map(({ remembered }) => remembered)).toEqual([false])
  })
  await test.step('another tab has neither it nor a way back to it', async () => {
    const other = await context.newPage()
    await open(other)
    await expect(other.getByTestId('sample')).toBeVisible()
    await expect(other.getByTestId('action-undo')).toHaveCount(0)
    await other.close()
  })
  await test.step('undo brings it back, not remembered, and redo takes it away', async () => {
    await second.getByTestId('action-undo').click()
    await second.getByTestId('action-undo').click()
    await expect(second.getByTestId('convert-input')).toContainText('#cleared')
    await expect.poll(async () => (await secrets()).map(({ remembered }) => remembered)).toEqual([false])
    await second.getByTestId('action-redo').click()
    await expect(second.getByTestId('sample')).toBeVisible()
    await expect.poll(secrets).toEqual([])
  })
  await test.step('after a reload there is no way back', async () => {
    await second.reload()
    await alive(second)
    await expect(second.getByTestId('sample')).toBeVisible()
    await expect(second.getByTestId('action-undo')).toHaveCount(0)
  })
})

test('the settings used last are what a fresh tab starts with, unless a draft or the address has its own; what this browser keeps is cleared whole, whatever other tabs are open, and nothing saves it once more', async ({
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

  await named.close()
  await pasteNode(fresh, 'cleared')
  await remember(page, true)
  expect(await keptSettings(page)).toMatch(/^target=/)

  await test.step('the page that had work of its own clears all, and saves nothing', async () => {
    await fresh.keyboard.press('g')
    await fresh.keyboard.press('s')
    await fresh.getByRole('link', { name: '数据' }).click()
    // Firefox before 126 does not list its databases.
    await fresh.evaluate(() => Reflect.deleteProperty(IDBFactory.prototype, 'databases'))
    await fresh.getByRole('button', { name: '清除' }).click()
    await Promise.all([
      fresh.waitForEvent('load'),
      fresh.getByRole('alertdialog').getByRole('button', { name: '清除' }).click(),
    ])
    await alive(fresh)
    await expect(fresh.getByRole('status').filter({ hasText: '已清除' })).toBeVisible()
    await expect.poll(() => drafts(fresh)).toEqual([])
    expect(await keptSettings(fresh), 'the settings used last went too').toBeNull()
  })
  await test.step('a tab that was open meanwhile goes on as one that is not remembered', async () => {
    await expect(page.getByTestId('convert-input')).toContainText('#canary')
    await page.getByTestId('target-clash').click()
    await draftHas(page, /"output":"clash"/)
    expect((await drafts(page)).map(({ text, remembered }) => [text.includes('#canary'), remembered])).toEqual([
      [true, false],
    ])
    await page.close()
  })
  await test.step('who opens the converter then finds nothing', async () => {
    await open(fresh)
    await expect(fresh.getByTestId('sample')).toBeVisible()
  })
})
