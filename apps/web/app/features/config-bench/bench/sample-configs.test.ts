import { expect, test } from 'vitest'
import { CONTROLLER_PORT, MIXED_PORT } from '@switchyard/convert/facts'
import { config } from '../../../workers/tasks/config.ts'
import { newConfigs } from './new-configs.ts'
import { SAMPLES } from './samples.ts'

test.each(Object.entries(newConfigs()))('a new config for %s is recognised, and nothing is wrong with it', (client, text) => {
  expect(config.check(text, {}, 'en-US')).toMatchObject({ client, issues: [] })
  expect(config.upgrade(text, {}, 'en-US').changes).toEqual([])
  expect([text.includes(String(MIXED_PORT)), text.includes(`127.0.0.1:${CONTROLLER_PORT}`)]).toEqual([true, true])
}) // oxfmt-ignore

test('the groups of a new config test every ten minutes and tolerate 50 ms', () => {
  expect(newConfigs().mihomo).toMatch(/interval: 600\n +tolerance: 50\n/)
})

test('each sample has something to mend', () => {
  expect(config.check(SAMPLES.mihomo ?? '', {}, 'en-US')).toMatchObject({ client: 'mihomo', errors: 2 })
  const upgrade = config.upgrade(SAMPLES.singbox ?? '', {}, 'en-US')
  expect([upgrade.client, upgrade.changes.length > 5, upgrade.check.errors]).toEqual(['singbox', true, 0])
})
