import { open, paste, trojan } from './convert-page.ts'
import { asked, expect, test } from './journey.ts'

test('a toast does not lie over what was just used, and why a file is no source stands at the input until it is put away', async ({
  page,
}) => {
  await open(page)
  const refuse = async () => {
    const file = { name: 'a.bin', mimeType: 'text/plain', buffer: Buffer.from([0, 1, 2]) }
    await page.getByTestId('file-input').setInputFiles(file)
    const toast = page.getByTestId('toast')
    await expect(toast).toContainText('a.bin')
    const box = (await toast.boundingBox())!
    await toast.getByRole('button').click()
    await expect(toast).toHaveCount(0)
    return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height }
  }
  for (const [width, height] of [
    [1280, 800],
    [360, 740],
  ] as const)
    await test.step(`the toast, ${width} pixels wide`, async () => {
      await page.setViewportSize({ width, height })
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      const usual = await refuse()
      // Something to press just where it came up.
      await page.evaluate(({ left, top }) => {
        const probe = Object.assign(document.createElement('button'), { textContent: 'x', id: 'probe' })
        Object.assign(probe.style, { position: 'fixed', left: `${left + 20}px`, top: `${top + 10}px`, width: '30px' })
        document.body.append(probe)
        probe.focus()
      }, usual)
      const now = await refuse()
      const isApart = now.left > usual.left + 50 || now.right < usual.left + 20 || now.bottom < usual.top + 10
      expect([usual, now, isApart]).toEqual([usual, now, true])
      await page.evaluate(() => document.querySelector('#probe')!.remove())
    })

  await test.step('the reason stands at the input', async () => {
    await page.setViewportSize({ width: 1680, height: 900 })
    const refused = page.getByTestId('refused-files')
    await expect(refused).toContainText('a.bin')
    await refused.getByRole('button', { name: '收起提示' }).click()
    await expect(refused).toHaveCount(0)
  })

  await test.step('options that the palette opens give the focus to their button', async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('Control+k')
    await page.getByTestId('palette').getByRole('combobox').fill('选项')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('options')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('options-open')).toBeFocused()
  })

  await test.step('large text is large in the editors too', async () => {
    await paste(page, trojan('A'))
    const editor = page.locator('.cm-content').first()
    const size = () => editor.evaluate((each) => parseFloat(getComputedStyle(each).fontSize))
    const usual = await size()
    await page.evaluate(() => (document.documentElement.dataset.fontSize = 'large'))
    expect((await size()) / usual).toBeCloseTo(18 / 16, 2)
  })
})

asked('without scripts every page says what works', async ({ request, baseURL }) => {
  for (const [path, words] of [
    ['/convert', '需要 JavaScript'],
    ['/en-US/convert', 'needs it'],
  ] as const) {
    const html = await (await request.get(`${baseURL}${path}`)).text()
    expect(/<noscript>(.*?)<\/noscript>/s.exec(html)?.[1]).toContain(words)
  }
})
