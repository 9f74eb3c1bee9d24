/**
 * The languages of the product, each by its own name: the one list of them. The first is the default of pages, whose
 * addresses have no prefix. For a new line the compiler, and a test, ask for what the language has to say.
 */
export const LANGUAGES = { 'zh-CN': '简体中文', 'en-US': 'English' } as const

export type Lang = keyof typeof LANGUAGES

/** Every language, the default of pages first. */
export const LANGS = Object.keys(LANGUAGES) as [Lang, ...Lang[]]

/** What the engine, the command line and the API speak where nobody says which. */
export const DEFAULT_LANG: Lang = 'en-US'

/**
 * The names by which a language may be asked for: its own, and the short one of the first that has it (`en`). A function,
 * so that a page that never asks does not carry it.
 */
export function languageNames(): ReadonlyMap<string, Lang> {
  return new Map([
    ...LANGS.toReversed().map((lang): [string, Lang] => [lang.split('-', 1)[0]!, lang]),
    ...LANGS.map((lang): [string, Lang] => [lang, lang]),
  ])
}
