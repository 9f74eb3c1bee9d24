import { expect, test } from 'vitest'
import { PAGES } from '../../pages.ts'
import { adFreeUntil } from './ads.ts'

test.each([
  ['', undefined],
  ['ads_hidden_until=1790000000000', 1_790_000_000_000],
  ['i18n_redirected=en-US; ads_hidden_until=1790000000000; a=b', 1_790_000_000_000],
  ['a=b; __Host-ads_hidden_until=1790000000000', 1_790_000_000_000],
  ['xads_hidden_until=1790000000000', undefined],
  ['ads_hidden_until=', undefined],
  ['ads_hidden_until=soon', undefined],
  ['ads_hidden_until=1e300', undefined],
])('the cookies %j hide ads until %j', (cookies, until) => {
  expect(adFreeUntil(cookies)).toBe(until)
})

/** Pages to read, and the list of programs. A page that a person types into, or that shows what is theirs, is none of them. */
const WITH_ADS = [
  '/c/changelog',
  '/c/config',
  '/c/convert',
  '/c/faq',
  '/c/files',
  '/c/formats',
  '/c/help',
  '/c/nodes',
  '/c/privacy-model',
  '/c/tools',
  '/client',
  '/terms',
]

test('these pages show ads, and no other', () => {
  const shown = PAGES.filter(({ showsAds }) => showsAds).map(({ path }) => path)
  expect(shown.toSorted()).toEqual(WITH_ADS)
})
