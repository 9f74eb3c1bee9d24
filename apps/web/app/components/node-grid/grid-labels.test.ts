import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import en from '../../messages/node-grid/en-US.json' with { type: 'json' }
import zh from '../../messages/node-grid/zh-CN.json' with { type: 'json' }
import { namedLabels } from './grid-context.ts'

test.each([
  { locale: 'en-US' as const, messages: en, menu: "Actions for {x} 'HK' <1> $&" },
  { locale: 'zh-CN' as const, messages: zh, menu: "{x} 'HK' <1> $& 的操作" },
])('a label of a row holds its name as it is, in $locale', ({ locale, messages, menu }) => {
  const t = createTranslator({ locale, messages, namespace: 'nodeGrid' })
  const name = "{x} 'HK' <1> $&"
  const labels = namedLabels(t)
  expect(labels.menuOf(name)).toBe(menu)
  expect(labels.selectRow(name)).toBe(t('selectRow', { name }))
  expect(labels.dragRow(name)).toBe(t('dragRow', { name }))
})
