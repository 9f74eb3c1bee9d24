import { LANGS } from '@switchyard/convert/languages'
import { expect, test } from 'vitest'
import * as everywhere from './words.ts'
import * as inBrowser from './words-on-demand.ts'

test.each(LANGS)('a browser has the words of %s once it has loaded them', async (lang) => {
  expect(() => inBrowser.wordingIn(lang)).toThrow(`The words of ${lang} have not been loaded`)
  await inBrowser.loadIssueWords(lang)
  expect(inBrowser.wordingIn(lang)).toEqual(everywhere.wordingIn(lang))
})
