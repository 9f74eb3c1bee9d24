import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { seriousIssues } from './axe.ts'
import { alive, expect, test } from './journey.ts'

const input = (page: Page) => page.getByTestId('java-input')
const output = (page: Page) => page.getByTestId('java-output')

test('the sample as a record, as a class for Jackson, as a file; a broken text says its line and stays', async ({
  page,
}) => {
  await page.goto('/java')
  await alive(page)
  await page.getByTestId('java-sample').click()
  await expect(output(page)).toHaveValue(/public record Node\(/)
  await expect(output(page)).toHaveValue(/@JsonProperty\("server-port"\) int serverPort,/)
  await expect(page.getByTestId('java-note')).toHaveText('最外层的类型是 List<Node>')
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))

  await page.getByTestId('java-tab-record').focus()
  await page.keyboard.press('ArrowRight')
  await expect(output(page)).toHaveValue(/@JsonProperty\("server-port"\)\n {4}private int serverPort;/)
  await expect(output(page)).toHaveValue(/public int getServerPort\(\) \{/)
  await page.getByTestId('java-lombok').check()
  await expect(output(page)).toHaveValue(/@Data\npublic class Node \{/)

  const download = page.waitForEvent('download')
  await page.getByTestId('java-download').click()
  const file = await download
  expect(file.suggestedFilename()).toBe('Node.java')
  expect(await readFile(await file.path(), 'utf8')).toBe(await output(page).inputValue())

  await input(page).fill('{"a": 1,\n  b}')
  await expect(page.getByTestId('java-failure')).toContainText('JSON 无效：第 2 行第 3 列')
  await expect(input(page)).toHaveValue('{"a": 1,\n  b}')

  await page.getByTestId('java-tab-properties').click()
  await input(page).fill('server.port=8080\nserver.hosts[0]=a')
  await expect(output(page)).toHaveValue('server:\n  port: 8080\n  hosts:\n    - a\n')
  expect(asked.filter((address) => !/\/assets\/[^?]+[.]js$/.test(address))).toEqual([])
  expect((await seriousIssues(page)).length).toBe(0)
})
