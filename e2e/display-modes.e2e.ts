import type { Page } from '@playwright/test'
import { trojan } from './convert-page.ts'
import { alive, expect, test } from './journey.ts'

const LINES = [
  trojan('A'),
  trojan('A'),
  trojan('B', 'b.example.com'),
  'broken://x',
  trojan('C', 'c.example.com').replace('?', '?allowInsecure=1&'),
]

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
