import { seriousIssues } from './axe.ts'
import { alive, asked, expect, test } from './journey.ts'

test('help is read from section to section, its address is copied, and the next article follows', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const answer = await page.goto('/c/help')
  const markup = (await answer?.text()) ?? ''
  const trail = /<script type="application\/ld\+json">([^<]+)<\/script>/.exec(markup)?.[1] ?? ''
  expect(JSON.parse(trail)).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [{ position: 1 }, { name: '帮助' }],
  })
  await alive(page)
  await page.getByRole('button', { name: '复制“为什么有的节点没有写入”的地址' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/c\/help#left-out$/)
  expect(await seriousIssues(page)).toEqual([])

  await page
    .getByRole('navigation', { name: '前后文章' })
    .getByRole('link', { name: /常见问题/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: '常见问题' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: '我的节点会被上传吗？' })).toBeVisible()

  await page.goto('/en-US/c/tools')
  await alive(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Clients/ })
    .click()
  await expect(page).toHaveURL(/\/en-US\/client$/)
})

asked('an article that there is not is not found', async ({ request }) => {
  const answer = await request.get('/c/nothing')
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toContain('Page Not Found: /c/nothing')
})
