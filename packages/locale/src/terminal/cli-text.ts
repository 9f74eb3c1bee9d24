import type { Lang } from '@switchyard/convert/languages'
import { type Args, format, type Words } from '../format.ts'
import en from './en-US.json' with { type: 'json' }
import zh from './zh-CN.json' with { type: 'json' }

export type CliKey = keyof typeof en

const WORDS: Readonly<Record<Lang, Readonly<Record<CliKey, Words>>>> = { 'en-US': en, 'zh-CN': zh }

/** What the command line says besides codes. */
export function cliText(key: CliKey, lang: Lang, args: Args = {}): string {
  return format(WORDS[lang][key], args, lang)
}
