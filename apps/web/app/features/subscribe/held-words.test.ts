import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import english from '../../messages/subscribe/en-US.json' with { type: 'json' }
import chinese from '../../messages/subscribe/zh-CN.json' with { type: 'json' }
import { heldWords } from './held-words.ts'

const held = { since: 1, reason: 'no-nodes', nodes: 0, tag: 'x' } as const
const good = { at: 1, nodes: 2, skipped: 0 }

test.each([
  ['zh-CN' as const, chinese, '仍在提供之前的内容', '还没有可以提供的内容'],
  ['en-US' as const, english, 'the previous content is still served', 'there is nothing to serve so far'],
])('%s: an empty first answer does not say that anything is served', (locale, messages, before, nothing) => {
  const t = createTranslator({ locale, messages, namespace: 'subscribe' })
  expect(heldWords(t, { held, good }, () => 'x')).toContain(before)
  const first = heldWords(t, { held }, () => 'x')
  expect(first).toContain(nothing)
  expect(first).not.toContain(before)
})
