import { CLIENT_FACTS } from '@switchyard/convert/facts'
import { expect, test } from 'vitest'
import english from '../../messages/convert/en-US.json' with { type: 'json' }
import chinese from '../../messages/convert/zh-CN.json' with { type: 'json' }
import { YARD_CLIENTS } from './yard-clients.ts'

test('the first page has a card for every client, in the order in which they are offered, with its file', () => {
  const reported = CLIENT_FACTS.map(({ id, file }) => ({ id, file: file.language.toUpperCase() }))
  expect(YARD_CLIENTS.map(({ id, file }) => ({ id, file }))).toEqual(reported)
})

test('a client is called on the first page what the converter calls it', () => {
  for (const { convert } of [english, chinese])
    expect(YARD_CLIENTS.map(({ name }) => name)).toEqual(YARD_CLIENTS.map(({ id }) => convert.target[id]))
})
