import { expect, test } from 'vitest'
import type { Category, PageName } from '../../pages.ts'
import { lastTool } from './recent.ts'

test.each<[Category, PageName[], PageName]>([
  ['nodes', [], 'node-table'],
  ['tools', [], 'codec'],
  ['tools', ['home', 'convert', 'settings-logs'], 'codec'],
  ['tools', ['home', 'client', 'java'], 'client'],
  ['convert', ['client', 'subscribe', 'convert'], 'subscribe'],
])('of %s, after %j, the tool used last is %s', (category, recent, tool) => {
  expect(lastTool(category, recent).name).toBe(tool)
})
