import { expect, test } from 'vitest'
import { languageNames, LANGS } from './languages.ts'

test('a language is asked for by its own name or the short one', () => {
  expect(Object.fromEntries(languageNames())).toEqual({ 'zh-CN': 'zh-CN', zh: 'zh-CN', 'en-US': 'en-US', en: 'en-US' })
  expect(LANGS).toEqual(['zh-CN', 'en-US'])
})
