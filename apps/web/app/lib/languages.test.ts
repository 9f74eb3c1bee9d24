import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { LANGS } from '@switchyard/convert/languages'
import { MESSAGE_PARTS } from './message-parts.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const FOLDERS = ['apps', 'packages', 'scripts']

/** Where a language is named for a reason of its own. */
const NAMED_IN = [
  // The list itself.
  'packages/convert/src/languages.ts',
  // What a language has to say, by language: the compiler asks for a line of a new one.
  'packages/convert/src/nodes/regions.ts',
  'packages/convert/src/templates/group-names/index.ts',
  'packages/locale/src/words.ts',
  // The type of every language's words is that of one of them.
  'apps/web/app/lib/messages.ts',
  'apps/web/app/page-words.ts',
  'packages/locale/src/address-text.ts',
  'packages/locale/src/cli-text.ts',
  'packages/locale/src/mail-text.ts',
  'packages/locale/src/recipe-message.ts',
  // A made-up app of tests.
  'apps/server/src/test-app.ts',
]

/** Files of a language that no compiler asks for. */
const FILES_OF_A_LANGUAGE = [
  ...MESSAGE_PARTS.map((part) => `apps/web/app/messages/${part === 'messages' ? '' : `${part}/`}*.json`),
  'apps/web/app/messages/pages/*.json',
  'apps/web/app/components/config-editor/hint-words/*.json',
  'apps/web/public/manifest.*.webmanifest',
  'apps/web/public/share-*.png',
  'scripts/share-words/*.json',
]

const isComment = (line: string) => /^\s*(\/\/|\/?\*)/.test(line)

/** Code of the product: no tests, no proof on real clients, nothing that was built. */
const isCode = (file: string) =>
  /(?<!\.test)\.(tsx?|mjs)$/.test(file) && !/(^|\/)(node_modules|dist|\.types|proof|fuzz|bench|test)\//.test(file)

test('no code names a language outside the list of languages', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  const named = files
    .filter(isCode)
    // The words of a language are its own file.
    .filter((file) => !LANGS.some((lang) => file.endsWith(`/${lang}.ts`)))
    .filter((file) =>
      readFileSync(ROOT + file, 'utf8')
        .split('\n')
        .some((line) => !isComment(line) && LANGS.some((lang) => line.toLowerCase().includes(lang.toLowerCase()))),
    )
  expect(named.sort()).toEqual(NAMED_IN.toSorted())
})

test.each(LANGS)('%s has every file that a language needs', (lang) => {
  const missing = FILES_OF_A_LANGUAGE.map((file) => file.replace('*', lang)).filter((file) => !existsSync(ROOT + file))
  expect(missing).toEqual([])
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
