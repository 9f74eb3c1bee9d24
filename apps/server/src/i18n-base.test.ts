import { expect, test } from 'vitest'
import { checkI18nBase } from './i18n-base.ts'
import { createLog } from './log.ts'
import { readSettings } from './settings.ts'

test.each([
  [{}, false],
  [{ SITE_URL: 'https://a.example', I18N_BASE_URL: 'https://a.example/words' }, false],
  [{ SITE_URL: 'https://a.example', I18N_BASE_URL: 'https://b.example' }, true],
  [{ I18N_BASE_URL: 'https://b.example' }, true],
])('of %o an error is logged at the start: %s', (environment, isLogged) => {
  let text = ''
  checkI18nBase(readSettings(environment), createLog('info', { write: (line) => (text += line) }))
  expect(text.includes('"level":50')).toBe(isLogged)
})
