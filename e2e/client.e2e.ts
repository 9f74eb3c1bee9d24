import { seriousIssues } from './axe.ts'
import { alive, expect, test } from './journey.ts'

test('who has vless on Windows compares programs, reads the sources of one and converts for it', async ({ page }) => {
  await page.goto('/client?platform=Windows')
  await alive(page)
  const main = page.getByRole('main')
  await main.getByTestId('protocol-vless').click()
  await expect(page).toHaveURL(/protocols=vless/)
  await expect(main.getByTestId('program-clash-verge-rev')).toBeVisible()
  await expect(main.getByTestId('program-clash-for-windows')).toHaveCount(0)

  await main.getByTestId('view-table').click()
  await main.getByRole('button', { name: 'FlClash' }).click()
  const card = main.getByTestId('program-flclash')
  await expect(page).toHaveURL(/program=flclash/)
  await expect(card.getByRole('link', { name: '来源 许可证' })).toHaveAttribute('href', /^https:\/\/github\.com\//)
  for (const link of await card.locator('a[target=_blank]').all()) {
    await expect(link).toHaveAttribute('rel', /noopener/)
    await expect(link).toHaveAttribute('href', /^https:/)
  }
  // Nobody is signed in, so there is nothing to import, and the page says why.
  await expect(card.getByTestId('import-flclash')).toHaveAttribute('aria-disabled', 'true')
  await expect(card.getByTestId('import-flclash')).toHaveAccessibleDescription(/登录并发布订阅/)
  expect(await seriousIssues(page)).toEqual([])

  // The same address shows the same program to somebody else.
  await page.goto('/client?program=shadowrocket')
  await expect(page.getByTestId('program-shadowrocket').locator('details')).toHaveAttribute('open', '')
  await page.getByTestId('convert-sing-box-android').click()
  await expect(page).toHaveURL(/\/convert\?target=singbox/)
})
