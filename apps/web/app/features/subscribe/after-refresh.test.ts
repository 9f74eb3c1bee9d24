import { beforeEach, expect, test } from 'vitest'
import { createTranslator } from 'use-intl'
import words from '../../messages/subscribe/en-US.json' with { type: 'json' }
import { toasts } from '../../lib/toasts.ts'
import { reportRefresh } from './after-refresh.ts'

const t = createTranslator({ locale: 'en-US', messages: words, namespace: 'subscribe' })
type Sources = Parameters<typeof reportRefresh>[1]['sources']
const source = (name: string, result?: 'ok' | 'failed') => ({
  id: name,
  name,
  ...(result ? { lastTry: { result } } : {}),
})

beforeEach(() => toasts.set([]))

test.each([
  ['all were asked', [source('A', 'ok'), source('B', 'ok')], [], 'success', 'Refreshed'],
  ['one failed', [source('A', 'ok'), source('B', 'failed')], [], 'info', 'Refreshed, but these sources failed: B'],
  ['none was asked again', [source('A', 'ok'), source('B', 'failed'), source('C')], ['A', 'B'], 'info', 'Asked less than a minute ago, so nothing was fetched again. Try again in a minute.'],
  ['one was not asked again', [source('A', 'ok'), source('B', 'failed')], ['B'], 'info', 'Refreshed. Asked less than a minute ago, so not again: B'],
  ['one failed and one was not asked again', [source('A', 'failed'), source('B', 'ok')], ['B'], 'info', 'Refreshed, but these sources failed: A. Asked less than a minute ago, so not again: B'],
  ['there is only a list of links', [source('A')], [], 'success', 'Refreshed'],
])('after a refresh in which %s', (_, sources, notAsked, kind, text) => {
  // Nothing else of a source is looked at.
  reportRefresh(t, { sources: sources as unknown as Sources, notAsked })
  expect(toasts.get()).toMatchObject([{ kind, text }])
}) // oxfmt-ignore
