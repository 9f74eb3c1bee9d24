import { expect, test } from 'vitest'
import { checkI18nBase, i18nBaseOf } from './i18n-base.ts'
import { createLog } from '../log.ts'
import { readSettings } from '../settings.ts'

test.each([
  [{}, false],
  [{ SITE_URL: 'https://a.example', I18N_BASE_URL: 'https://a.example/words' }, false],
  [{ SITE_URL: 'https://a.example', I18N_BASE_URL: 'https://b.example' }, true],
  [{ I18N_BASE_URL: 'https://b.example' }, true],
  [{ SITE_URL: 'https://a.example', I18N_BASE_URL: 'http://a.example' }, true],
  [{ SITE_URL: 'https://a.example', I18N_BASE_URL: 'https://a.example:8443' }, true],
])('of %o an error is logged at the start: %s', (environment, isLogged) => {
  let text = ''
  checkI18nBase(readSettings(environment), createLog('info', { write: (line) => (text += line) }))
  expect(text.includes('"level":50')).toBe(isLogged)
})

test('a base that the browser would block is not given to pages', () => {
  const site = { SITE_URL: 'https://a.example' }
  expect(i18nBaseOf(readSettings({ ...site, I18N_BASE_URL: 'http://a.example/words' }))).toBe('')
  expect(i18nBaseOf(readSettings({ ...site, I18N_BASE_URL: 'https://a.example/words' }))).toBe(
    'https://a.example/words',
  )
})
