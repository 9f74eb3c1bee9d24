import { expect, test } from 'vitest'
import { HttpError } from '../../lib/request.ts'
import { wordFailure } from './api-failure.ts'

const words = { noAnswer: 'no answer', answered: (status: number) => `answered ${status}` }
const refused = JSON.stringify({ code: 400, msg: 'Not so', message: '', data: { error: 'bad-request', field: 'body' } })

test.each([
  ['a refusal says why', new HttpError(400, 'Bad Request', refused), 'Not so'],
  ['an answer of a proxy is an answer', new HttpError(502, 'Bad Gateway', '<html>'), 'answered 502'],
  ['a 500 without words is an answer', new HttpError(500, 'Internal Server Error', ''), 'answered 500'],
  ['a failed request is none', new TypeError('Failed to fetch'), 'no answer'],
])('%s', (_, error, text) => {
  expect(wordFailure(error, words).text).toBe(text)
})
