import { expect, test } from 'vitest'
import { codeMistake, targetMistake } from './link-mistakes.ts'

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['example.com', 'not-http'],
  ['javascript:alert(1)', 'not-http'],
  ['ftp://example.com/', 'not-http'],
  [' https://example.com/ ', undefined],
  [`https://example.com/${'a'.repeat(8172)}`, undefined],
  [`https://example.com/${'a'.repeat(8173)}`, 'long'],
  [`https://example.com/${'字'.repeat(2800)}`, 'long'],
])('a link to %.40s: %s', (target, mistake) => {
  expect(targetMistake(target)).toBe(mistake)
})

test.each([
  ['', undefined],
  ['ab', 'form'],
  ['a b', 'form'],
  ['家里', 'form'],
  ['x'.repeat(33), 'form'],
  ['Admin', 'reserved'],
  ['my-router_2', undefined],
])('the code %s: %s', (code, mistake) => {
  expect(codeMistake(code)).toBe(mistake)
})
