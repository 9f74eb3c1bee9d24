import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LANGS } from '@switchyard/convert/languages'
import { MESSAGE_PARTS } from '../../apps/web/app/lib/message-parts.ts'
import type { Lint } from './lint.ts'
import { isCode, ROOT } from './source.ts'

/** Files of a language that no compiler asks for. */
const FILES_OF_A_LANGUAGE = [
  ...MESSAGE_PARTS.map((part) => `apps/web/app/messages/${part === 'messages' ? '' : `${part}/`}*.json`),
  'apps/web/app/messages/pages/*.json',
  'apps/web/app/components/config-editor/hint-words/*.json',
  'apps/web/public/manifest.*.webmanifest',
  'apps/web/public/share-*.png',
  'scripts/share-words/*.json',
]

const NAMED = ['names a language']
const isComment = (line: string) => /^\s*(\/\/|\/?\*)/.test(line)

const namesOne = (line: string) => LANGS.some((lang) => line.toLowerCase().includes(lang.toLowerCase()))

/** Code that knows one language, and languages without a file of theirs. */
export const languages = (): Lint => ({
  name: 'languages',
  remedy: 'Ask the list of languages (packages/convert/src/languages.ts): a new one is a line in it.',
  covers: (path) =>
    isCode(path) &&
    !path.startsWith('e2e/') &&
    // The words of a language are its own file.
    !LANGS.some((lang) => path.endsWith(`/${lang}.ts`)),
  look({ path, text }) {
    const at = text.split('\n').findIndex((line) => !isComment(line) && namesOne(line))
    return at < 0 ? [] : [{ path, line: at + 1, what: NAMED[0]! }]
  },
  end: () => LANGS.flatMap((lang) => missingFiles(lang).map((path) => ({ path, what: 'is not there' }))),
  allowed: {
    // The list itself.
    'packages/convert/src/languages.ts': NAMED,
    // What a language has to say, by language: the compiler asks for a line of a new one.
    'packages/convert/src/nodes/regions.ts': NAMED,
    'packages/convert/src/templates/group-names/index.ts': NAMED,
    'packages/locale/src/api/api-text.ts': NAMED,
    'packages/locale/src/compare/comparison-words.ts': NAMED,
    'packages/locale/src/explain/answer-words.ts': NAMED,
    'packages/locale/src/failures/api-error-message.ts': NAMED,
    'packages/locale/src/failures/load-failure-words.ts': NAMED,
    'packages/locale/src/git-hosts/git-failure-words.ts': NAMED,
    'packages/locale/src/issues/words.ts': NAMED,
    'packages/locale/src/issues/words-on-demand.ts': NAMED,
    'packages/locale/src/server/words.ts': NAMED,
    'packages/locale/src/terminal/cli-text.ts': NAMED,
    // The type of every language's words is that of one of them.
    'apps/web/app/lib/messages.ts': NAMED,
    'apps/web/app/page-words.ts': NAMED,
    'packages/locale/src/issues/recipe-message.ts': NAMED,
    'packages/locale/src/issues/wording.ts': NAMED,
    // A made-up app of tests.
    'apps/server/src/test-app.ts': NAMED,
  },
})

/** Files that every language has, and this one not. */
export function missingFiles(lang: string): string[] {
  return FILES_OF_A_LANGUAGE.map((file) => file.replace('*', lang)).filter((file) => !existsSync(join(ROOT, file)))
}
