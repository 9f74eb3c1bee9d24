import { expect, test, vi } from 'vitest'
import { barePath, localeCookie, localeOf, localizedPath, wantedLocale } from './locale.ts'

test.each([
  ['/', 'zh-CN', '/', '/en-US'],
  ['/convert', 'zh-CN', '/convert', '/en-US/convert'],
  ['/en-US', 'en-US', '/', '/en-US'],
  ['/en-US/', 'en-US', '/', '/en-US'],
  ['/en-US/settings/logs', 'en-US', '/settings/logs', '/en-US/settings/logs'],
  // A link to '//evil.example' would leave the site.
  ['//evil.example', 'zh-CN', '/evil.example', '/en-US/evil.example'],
  ['/en-US//evil.example', 'en-US', '/evil.example', '/en-US/evil.example'],
  ['/en-US/\\\\evil.example', 'en-US', '/evil.example', '/en-US/evil.example'],
  ['/en-USA', 'zh-CN', '/en-USA', '/en-US/en-USA'],
])('%s is in %s: %s and %s', (path, locale, bare, english) => {
  expect([localeOf(path), barePath(path), localizedPath('zh-CN', path), localizedPath('en-US', path)]).toEqual([
    locale,
    bare,
    bare,
    english,
  ])
})

test.each<[string | null, string | null, string | undefined]>([
  [null, null, undefined],
  [null, '*', undefined],
  [null, 'fr-FR, de;q=0.9', undefined],
  [null, 'en', 'en-US'],
  [null, 'en-GB,en;q=0.9', 'en-US'],
  [null, 'zh-TW', 'zh-CN'],
  [null, 'fr, en;q=0.8, zh;q=0.9', 'zh-CN'],
  [null, 'zh;q=0.8, en;q=0.8', 'zh-CN'],
  [null, 'en;q=0', undefined],
  [null, 'EN-us', 'en-US'],
  [null, 'english', undefined],
  ['i18n_redirected=zh-CN', 'en', 'zh-CN'],
  ['a=b; i18n_redirected=en-US; c=d', 'zh', 'en-US'],
  ['i18n_redirected=fr', 'en', 'en-US'],
  ['xi18n_redirected=en-US', null, undefined],
])('cookie %s and languages %s want %s', (cookie, languages, wanted) => {
  expect(wantedLocale(cookie, languages)).toBe(wanted)
})

test('the cookie lives a year, everywhere on the site, and goes to no other one', () => {
  expect(localeCookie('en-US')).toBe('i18n_redirected=en-US; Path=/; Max-Age=31536000; SameSite=Lax')
})

test('a third language is a line in the list: it gets addresses, and visitors who speak it', async () => {
  vi.resetModules()
  vi.doMock('@switchyard/convert/languages', () => ({
    LANGUAGES: { 'zh-CN': '简体中文', 'en-US': 'English', 'ja-JP': '日本語' },
    LANGS: ['zh-CN', 'en-US', 'ja-JP'],
  }))
  const locale = await import('./locale.ts')
  expect(locale.LOCALES).toEqual(['zh-CN', 'en-US', 'ja-JP'])
  expect(locale.localizedPath('ja-JP' as never, '/en-US/convert')).toBe('/ja-JP/convert')
  expect(locale.barePath('/ja-JP/convert')).toBe('/convert')
  expect(locale.localeNamed('/JA-jp/convert')).toBe('ja-JP')
  expect(locale.wantedLocale(null, 'ja, en;q=0.5')).toBe('ja-JP')
  expect(locale.wantedLocale('i18n_redirected=ja-JP', 'en')).toBe('ja-JP')
  vi.doUnmock('@switchyard/convert/languages')
})
