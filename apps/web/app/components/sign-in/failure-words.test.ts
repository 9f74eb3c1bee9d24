import { expect, test } from 'vitest'
import { failureWords } from './failure-words.ts'

test.each([
  ['method-taken', '该第三方账号已关联到另一个账号'],
  ['no-such-code', '登录未成功：请重试'],
  ['constructor', '登录未成功：请重试'],
])('%s is said in words', async (code, words) => {
  expect(await failureWords(code, 'zh-CN')).toBe(words)
})
