import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { copied, names, openWith, paste, rowOf, startOver, summary, trojan, counted } from './convert-page.ts'
import { expect, test } from './journey.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

async function choose(page: Page, item: string): Promise<void> {
  await page.getByTestId('convert-more').click()
  await page.getByRole('menu').getByText(item).click()
}

async function exported(page: Page, withSecrets: boolean): Promise<string> {
  await choose(page, '导出方案')
  if (withSecrets) await page.getByTestId('recipe-secrets').check()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '保存文件' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^switchyard-recipe-\d{8}\.json$/)
  return readFileSync(await file.path(), 'utf8')
}

const importFile = (page: Page, text: string) =>
  page
    .getByTestId('recipe-file')
    .setInputFiles({ name: 'recipe.json', mimeType: 'application/json', buffer: Buffer.from(text) })

test('a recipe takes the work along, secrets only after a tick; its import is one step back and says what it cannot read; a source and each step have settings of their own', async ({
  page,
}) => {
  await openWith(page, [trojan('Tokyo'), trojan('Osaka', 'os.example.com')], '/convert?target=singbox')
  await rowOf(page, 'Tokyo').focus()
  const whole = await test.step('the file has no secret without a tick', async () => {
    const open = await exported(page, false)
    expect(open).not.toMatch(/s3cret|example\.com/)
    expect(JSON.parse(open)).toMatchObject({ switchyard: 'recipe', version: 3, output: 'sing-box' })
    const whole = await exported(page, true)
    expect(whole).toContain('s3cret')
    return whole
  })

  await test.step('what an import cannot read is said before it changes anything', async () => {
    await choose(page, '清空')
    await expect(rowOf(page, 'Tokyo')).toHaveCount(0)
    await choose(page, '导入方案')
    await importFile(page, '{"proxies": []}')
    await expect(page.getByTestId('recipe-problem')).toHaveText('这个 JSON 文件不是方案')
    await importFile(page, whole.replace('"common": {', '"common": { "colour": "red",'))
    await expect(page.getByTestId('recipe-unknown')).toContainText('方案中的 common.colour 无法识别，已忽略')
    await expect(rowOf(page, 'Tokyo')).toHaveCount(0)
  })

  await test.step('it is one step back', async () => {
    await page.getByRole('button', { name: '忽略这些并导入' }).click()
    await expect(page.getByTestId('import-recipe')).toHaveCount(0)
    await expect.poll(() => names(page)).toEqual(['Tokyo', 'Osaka'])
    await expect(summary(page, 'output')).toHaveText(counted(2))
    await page.getByTestId('action-undo').click()
    await expect(rowOf(page, 'Tokyo')).toHaveCount(0)
  })

  await test.step('a template that cannot be read is named where the result would be, the list stays, and the standard one helps', async () => {
    const { common, ...rest } = JSON.parse(whole)
    const template = { name: 'mine.yaml', text: 'rules:\n  - MATCH,DIRECT\nproxies: [\n' }
    await choose(page, '导入方案')
    await importFile(page, JSON.stringify({ ...rest, output: 'mihomo', common: { ...common, template } }))
    const error = page.getByTestId('output-error')
    await expect(error).toContainText(/^模板 mine\.yaml 第 \d+ 行解析失败/)
    await expect.poll(() => names(page)).toEqual(['Tokyo', 'Osaka'])
    await page.getByRole('button', { name: '改用“标准”模板' }).click()
    await expect(error).toHaveCount(0)
    await expect.poll(() => copied(page)).toContain('proxy-groups:')
  })

  await test.step('the settings of a source are in its recipe, and taken back in one step', async () => {
    await startOver(page, [trojan('Tokyo')])
    await page
      .context()
      .route('https://sub.example.com/**', (route) =>
        route.fulfill({ body: trojan('Osaka', 'os.example.com'), headers: { 'access-control-allow-origin': '*' } }),
      )
    await page.getByRole('button', { name: '订阅地址' }).click()
    await page.getByTestId('url-input').fill('https://sub.example.com/a')
    await page.getByRole('button', { name: '添加并获取' }).click()
    await expect.poll(() => names(page)).toEqual(['Tokyo', 'Osaka'])
    await page.getByTestId('source-1').getByRole('button', { name: '来源操作' }).click()
    await page.getByRole('menuitem', { name: '来源设置' }).click()
    const dialog = page.getByRole('dialog', { name: '来源设置' })
    await dialog.getByLabel('名称前缀').fill('Air ')
    await dialog.getByLabel('用户代理').fill('客户端')
    await expect(dialog).toContainText('只能使用英文字母')
    await dialog.getByLabel('用户代理').fill('clash.meta')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect.poll(() => names(page)).toEqual(['Tokyo', 'Air Osaka'])
    await expect(page.getByTestId('source-1')).toContainText('名称前缀：Air')
    expect(JSON.parse(await exported(page, true))).toMatchObject({
      sources: [{ kind: 'text' }, { kind: 'url', prefix: 'Air ', userAgent: 'clash.meta' }],
    })
    await page.getByTestId('action-undo').click()
    await expect.poll(() => names(page)).toEqual(['Tokyo', 'Osaka'])
  })

  await test.step('a step says how many entries it changes, and can be switched off and followed by another', async () => {
    await paste(page, trojan('US 1', 'c.example.com'))
    await expect.poll(() => names(page)).toEqual(['Tokyo', 'US 1', 'Osaka'])
    await page.getByTestId('options-open').click()
    const section = page.getByTestId('opt-steps')
    await section.locator('summary').first().click()
    const add = async (kind: string) => {
      await page.getByTestId('step-add').click()
      await page.getByRole('menu').getByText(kind).click()
    }
    await add('筛选')
    await section.getByLabel('只处理名称含').fill('US')
    await expect(page.getByTestId('step-count-0')).toHaveText('1 条')
    await expect(summary(page, 'output')).toHaveText(counted(2))
    await expect(summary(page, 'excluded')).toHaveText(counted(1))
    await section.getByLabel('启用此步骤').uncheck()
    await expect(page.getByTestId('step-count-0')).toHaveText('已停用')
    await expect(summary(page, 'output')).toHaveText(counted(3))
    await add('前缀与后缀')
    await section.getByLabel('名称前').last().fill('A ')
    await expect.poll(() => names(page)).toEqual(['A Tokyo', 'A US 1', 'A Osaka'])
    await expect(page.getByTestId('step-count-1')).toHaveText('3 条')
  })
})
