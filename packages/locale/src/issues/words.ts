import type { Lang } from '@switchyard/convert/languages'
import en from './en-US.json' with { type: 'json' }
import zh from './zh-CN.json' with { type: 'json' }
import type { Wording } from './wording.ts'

const WORDING: Readonly<Record<Lang, Wording>> = { 'en-US': en, 'zh-CN': zh }

/** The words of a language. A browser has those that it loaded (words-on-demand.ts), everybody else has all. */
export const wordingIn = (lang: Lang): Wording => WORDING[lang]

/** They are there. */
export const loadIssueWords = async (_lang: Lang): Promise<void> => {}
