import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** Where a language is named for a reason of its own. */
const NAMED_IN = [
  // The words of hints stand beside each other, in columns.
  'apps/web/app/components/code-editor/schema-hints.ts',
  'apps/web/app/lib/languages.ts',
  // The type of every language's words is that of the default language's.
  'apps/web/app/lib/messages.ts',
  'apps/web/app/page-words.ts',
  // The API answers a program, in English.
  'apps/server/src/http/api-answers.ts',
  'apps/server/src/test-app.ts',
]

const isComment = (line: string) => /^\s*(\/\/|\/?\*)/.test(line)

test('no code of page and server names a language outside the list of languages', () => {
  const files = ['apps/web/app', 'apps/server/src'].flatMap((folder) =>
    readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  const named = files
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .filter((file) =>
      readFileSync(ROOT + file, 'utf8')
        .split('\n')
        .some((line) => !isComment(line) && /zh-cn|en-us/i.test(line)),
    )
  expect(named.sort()).toEqual(NAMED_IN.toSorted())
})

test('a third language is a line in the list: it gets addresses, and visitors who speak it', async () => {
  vi.resetModules()
  vi.doMock('./languages.ts', () => ({ LANGUAGES: { 'zh-CN': '简体中文', 'en-US': 'English', 'ja-JP': '日本語' } }))
  const locale = await import('./locale.ts')
  expect(locale.LOCALES).toEqual(['zh-CN', 'en-US', 'ja-JP'])
  expect(locale.localizedPath('ja-JP' as never, '/en-US/convert')).toBe('/ja-JP/convert')
  expect(locale.barePath('/ja-JP/convert')).toBe('/convert')
  expect(locale.localeNamed('/JA-jp/convert')).toBe('ja-JP')
  expect(locale.wantedLocale(null, 'ja, en;q=0.5')).toBe('ja-JP')
  expect(locale.wantedLocale('i18n_redirected=ja-JP', 'en')).toBe('ja-JP')
  vi.doUnmock('./languages.ts')
})
