import type { Locator, Page } from '@playwright/test'
import { openWith, trojan } from './convert-page.ts'
import { alive, expect, test } from './journey.ts'

const LINES = [
  trojan('A'),
  trojan('A'),
  trojan('B', 'b.example.com'),
  'broken://x',
  trojan('C', 'c.example.com').replace('?', '?allowInsecure=1&'),
]

/** What is left where the browser takes colours, shadows and backgrounds: lines. */
const lines = (element: Locator) =>
  element.evaluate((each) => {
    const { outlineStyle, outlineWidth, borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(each)
    return {
      outline: outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
      border: borderTopStyle === 'none' ? 0 : Number.parseFloat(borderTopWidth),
      borderColor: borderTopColor,
    }
  })

test.describe('with colours forced by the system', () => {
  test.use({ forcedColors: 'active' })

  test('the selected row, the focus, parts of the track, badges and switches can still be told apart', async ({
    page,
  }) => {
    await openWith(page, LINES)
    const rowOf = (name: string) => page.locator('[data-row]').filter({ has: page.locator(`[title="${name}"]`) })
    await rowOf('B').getByRole('checkbox').check()
    const [selected, other] = await Promise.all([lines(rowOf('B')), lines(rowOf('C'))])
    expect(selected.outline).toBeGreaterThanOrEqual(2)
    expect(other.outline).toBe(0)

    // Parts of the track touch each other.
    const parts = page.locator('[data-testid^="track-"], [data-testid^="summary-"]')
    expect(await parts.count()).toBeGreaterThanOrEqual(3)
    for (const part of await parts.all()) {
      const { border, outline } = await lines(part)
      expect(border + outline, (await part.getAttribute('data-testid')) ?? '').toBeGreaterThan(0)
    }

    await page.getByTestId('tab-problems').click()
    const badges = page.getByTestId('problems').locator('.badge')
    await expect(badges.first()).toBeVisible()
    for (const badge of await badges.all()) {
      const { border, borderColor } = await lines(badge)
      expect(border).toBeGreaterThan(0)
      expect(borderColor).not.toMatch(/^rgba\(.*, 0\)$/)
    }
    const tabs = await Promise.all(['problems', 'preview'].map((id) => picture(page.getByTestId(`tab-${id}`))))
    expect(tabs[0]).not.toBe(tabs[1])

    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect((await lines(page.locator(':focus'))).outline).toBeGreaterThanOrEqual(2)

    await page.getByTestId('options-open').click()
    await page.getByTestId('opt-advanced').locator('summary').click()
    const lan = page.getByLabel('局域网')
    const off = await picture(lan)
    await lan.check()
    await page.mouse.move(0, 0)
    expect(await picture(lan)).not.toBe(off)
  })
})

/** What an element looks like, to be compared with another look of it. */
async function picture(element: Locator): Promise<string> {
  return (await element.screenshot({ animations: 'disabled' })).toString('base64')
}

test.describe('with less motion wanted', () => {
  test.use({ reducedMotion: 'reduce' })

  const FRAME_MS = 1000 / 60

  /** What moves or fades for longer than a frame. */
  const moving = (page: Page) =>
    page.evaluate((frame) => {
      const ms = (times: string) =>
        Math.max(...times.split(',').map((time) => Number.parseFloat(time) * (time.trim().endsWith('ms') ? 1 : 1000)))
      const found: string[] = []
      for (const element of document.querySelectorAll('body *'))
        for (const part of [undefined, '::before', '::after']) {
          const style = getComputedStyle(element, part)
          const isAnimated = style.animationName !== 'none' && ms(style.animationDuration) > frame
          const isMoved = style.transitionProperty !== 'none' && ms(style.transitionDuration) > frame
          if (isAnimated || isMoved)
            found.push(`${element.tagName}.${element.getAttribute('class') ?? ''}${part ?? ''}`)
        }
      const running = document
        .getAnimations()
        .filter((each) => Number(each.effect?.getComputedTiming().endTime ?? 0) > frame)
      return { found: found.slice(0, 5), running: running.length }
    }, FRAME_MS)

  test('the yard of the first page is drawn at once, and nothing on the convert screen moves, its menus and options among it', async ({
    page,
  }) => {
    const isStill = async () => expect(await moving(page)).toEqual({ found: [], running: 0 })
    await test.step('the first page', async () => {
      await page.goto('/')
      await alive(page)
      await isStill()
      await page.getByRole('textbox').first().fill(LINES.join('\n'))
      await expect(page.getByTestId('yard-card-mihomo')).toContainText('3')
      await isStill()
    })

    await test.step('the converter', async () => {
      await page.getByTestId('yard-fine-tune').click()
      await expect(page.getByTestId('track')).toBeVisible()
      await expect(page.getByTestId('node-row-0')).toBeVisible()
      await isStill()
      await page.getByTestId('options-open').click()
      await isStill()
      await page.keyboard.press('Escape')
      await page.getByTestId('convert-more').click()
      await expect(page.getByRole('menu')).toBeVisible()
      await isStill()
      await page.keyboard.press('Escape')
      await page.getByTestId('tab-diff').click()
      await page.keyboard.press('Control+k')
      await expect(page.getByTestId('palette')).toBeVisible()
      await isStill()
    })
  })
})
