import { expect, test } from 'vitest'
import { LANG_NAMES, LANGS } from './languages.ts'

test('a language is asked for by its own name or the short one', () => {
  expect(Object.fromEntries(LANG_NAMES)).toEqual({ 'zh-CN': 'zh-CN', zh: 'zh-CN', 'en-US': 'en-US', en: 'en-US' })
  expect(LANGS).toEqual(['zh-CN', 'en-US'])
})
