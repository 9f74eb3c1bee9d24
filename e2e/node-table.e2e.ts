import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { seriousIssues } from './axe.ts'
import { draftHas, names, rowOf, trojan, vless } from './convert-page.ts'
import { alive, expect, test } from './journey.ts'

const LIST = [
  trojan('日本 01', 'jp1.example.com'),
  trojan('日本 02', 'jp2.example.com'),
  vless('香港 01'),
  trojan('=SUM(A1)', 'us1.example.com'),
]
const LATER = [
  trojan('JP 01', 'jp1.example.com'),
  trojan('JP 02', 'jp2.example.com', 'other'),
  trojan('韩国 01', 'kr1.example.com'),
]

async function openTable(page: Page): Promise<void> {
  await page.goto('/node-table')
  await alive(page)
}

/** As Ctrl+V anywhere on the page. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)
  await expect(page.getByRole('grid')).toBeVisible()
}

async function saved(page: Page, act: () => Promise<void>): Promise<{ file: Download; text: string }> {
  const download = page.waitForEvent('download')
  await act()
  const file = await download
  return { file, text: await readFile(await file.path(), 'utf8') }
}

test('a list is filtered, renamed, cleaned, saved and handed on, every step can be undone; two lists are compared, each group is a file, and on a phone Back closes what covers the table', async ({
  page,
}) => {
  await openTable(page)
  await paste(page, [...LIST, LIST[0]!].join('\n'))
  await expect.poll(() => names(page)).toEqual(['日本 01', '日本 02', '香港 01', '=SUM(A1)', '日本 01'])

  await test.step('of a group alone the names are replaced, and what is there twice is deleted', async () => {
    await page.getByTestId('groups').getByRole('button', { name: '日本' }).click()
    await expect.poll(() => names(page)).toEqual(['日本 01', '日本 02', '日本 01'])
    await page.getByTestId('table-more').click()
    await page.getByRole('menuitem', { name: '查找与替换' }).click()
    const replace = page.getByTestId('replace')
    await replace.getByLabel('查找', { exact: true }).fill('日本')
    await replace.getByLabel('替换为').fill('JP')
    await expect(page.getByTestId('replace-summary')).toHaveText('将修改 2 个节点')
    await replace.getByRole('button', { name: '替换 2 个' }).click()
    await page.getByTestId('groups').getByRole('button', { name: '全部节点' }).click()
    await expect(rowOf(page, 'JP 01')).toBeVisible()

    await page.getByTestId('repeats-open').click()
    await page.getByTestId('repeats').getByText('服务器和端口相同').click()
    await page.getByTestId('repeats').getByRole('button', { name: '删除 1 个' }).click()
    await expect(page.getByTestId('repeats-open')).toBeHidden()
  })

  await test.step('it is saved as a table', async () => {
    await page.getByTestId('export-open').click()
    await page.getByTestId('export-csv').click()
    const table = await saved(page, () => page.getByTestId('export-save').click())
    expect(table.file.suggestedFilename()).toMatch(/^nodes-\d{8}[.]csv$/)
    expect(table.text.startsWith('\u{feff}name,region,protocol')).toBe(true)
    expect(table.text.split('\r\n')[4]).toMatch(/^'=SUM\(A1\),,trojan,us1[.]example[.]com,443,/)
    expect(table.text.trim().split('\r\n')).toHaveLength(5)
  })

  await test.step('every step can be undone', async () => {
    await rowOf(page, 'JP 02').getByRole('gridcell').nth(3).click()
    await page.keyboard.press('F2')
    await page.keyboard.type('X')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    for (const _ of [1, 2, 3]) await page.getByTestId('undo').click()
    await expect.poll(() => names(page)).toEqual(['日本 01', '日本 02', '香港 01', '=SUM(A1)', '日本 01'])
    for (const _ of [1, 2]) await page.getByTestId('redo').click()
    await expect.poll(() => names(page)).toEqual(['JP 01', 'JP 02', '香港 01', '=SUM(A1)'])
  })

  await test.step('it is here again after a reload, and goes to the converter with every change', async () => {
    await draftHas(page, /JP 01/)
    await page.reload()
    await alive(page)
    await expect(rowOf(page, 'JP 01')).toBeVisible()
    await page.getByTestId('to-convert').click()
    await expect(page).toHaveURL(/\/convert/)
    await expect(rowOf(page, 'JP 01')).toBeVisible()
    await page.goBack()
    await expect(page.getByTestId('view-compare')).toBeVisible()
    await expect(rowOf(page, 'JP 01')).toBeVisible()
  })

  await test.step('two lists are compared: the parts add up, and a secret is not shown', async () => {
    await paste(page, LATER.join('\n'))
    await page.getByTestId('view-compare').click()
    await expect(page.getByTestId('compare-onlyLeft')).toHaveText('仅左2')
    await expect(page.getByTestId('compare-onlyRight')).toHaveText('仅右1')
    await expect(page.getByTestId('compare-same')).toHaveText('相同1')
    await page.getByTestId('compare-changed').click()
    await expect(page.getByTestId('compare-changed')).toHaveText('有变化1')
    await expect(page.getByTestId('changed')).toHaveText('JP 02密码不同')
    expect(await seriousIssues(page)).toEqual([])
  })

  await test.step('each group is a file', async () => {
    await page.getByRole('tab', { name: '列表' }).click()
    expect(await seriousIssues(page, { within: 'main' })).toEqual([])
    await page.getByTestId('split').click()
    const dialog = page.getByTestId('split-dialog')
    await dialog.getByTestId('export-csv').click()
    const archive = await saved(page, () => dialog.getByRole('button', { name: '保存 ZIP' }).click())
    expect(archive.file.suggestedFilename()).toMatch(/^nodes-\d{8}[.]zip$/)
    for (const name of ['日本.csv', '香港.csv', '韩国.csv']) expect(archive.text).toContain(name)
    await expect(dialog).toBeHidden()
  })
  await test.step('on a phone Back closes the panel that covers the table, and the lists stay', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByTestId('groups-open').click()
    await expect(page.getByTestId('groups')).toBeVisible()
    // A person is slower than a script: by then the history knows of the panel.
    await page.waitForFunction(() => (history.state as { usr?: { isOverPage?: boolean } } | null)?.usr?.isOverPage)
    await page.goBack()
    await expect(page.getByTestId('groups')).toBeHidden()
    await expect(page).toHaveURL(/\/node-table$/)
    await expect(page.getByRole('grid')).toContainText('JP 01')
  })
})
