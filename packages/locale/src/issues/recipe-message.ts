import type { Lang } from '@switchyard/convert/languages'
import { type Args, format } from '../format.ts'
import type en from './en-US.json'
import { wordingIn } from '#issue-words'

/** Why a file is no recipe that can be used. */
export type RecipeIssueCode = keyof typeof en.recipe

/** The same in words. */
export function recipeMessage(code: RecipeIssueCode, lang: Lang, args: Args = {}): string {
  return format(wordingIn(lang).recipe[code], args, lang)
}
