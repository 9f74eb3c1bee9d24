import type { Choice } from './select.tsx'

export type ComboboxChoice<Value extends string> = Choice<Value> & { note?: string; keywords?: string }

const MOST_LISTED = 100

/**
 * The choices that a text leaves, as many as are listed, those that it names best first; without a text those around the
 * chosen one.
 */
export function listedChoices<Value extends string>(
  choices: readonly ComboboxChoice<Value>[],
  text: string,
  chosen: Value | undefined,
): readonly ComboboxChoice<Value>[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) {
    const middle = choices.findIndex(({ value }) => value === chosen)
    const start = Math.max(0, Math.min(middle - MOST_LISTED / 2, choices.length - MOST_LISTED))
    return choices.slice(start, start + MOST_LISTED)
  }
  const byFit: ComboboxChoice<Value>[][] = []
  for (const choice of choices) {
    const fit = fitOf(choice, words)
    if (fit !== undefined) (byFit[fit] ??= []).push(choice)
  }
  return byFit.flat().slice(0, MOST_LISTED)
}

/** How well words name a choice: 0 is best. First by its name, then by its keywords, then by all that is said of it. */
function fitOf({ label, note = '', keywords = '' }: ComboboxChoice<string>, words: readonly string[]) {
  const ofName = fitOfText(label.toLowerCase(), words)
  if (ofName !== undefined) return ofName
  const ofKeywords = fitOfText(keywords.toLowerCase(), words)
  if (ofKeywords !== undefined) return 3 + ofKeywords
  return fitOfText(`${label} ${note} ${keywords}`.toLowerCase(), words) === undefined ? undefined : 6
}

/** The very words, a beginning with them, or all of them somewhere in it. */
function fitOfText(text: string, words: readonly string[]): 0 | 1 | 2 | undefined {
  const typed = words.join(' ')
  if (text === typed) return 0
  if (text.startsWith(typed)) return 1
  return words.every((word) => text.includes(word)) ? 2 : undefined
}
