import type { Choice } from './select.tsx'

export type ComboboxChoice<Value extends string> = Choice<Value> & { note?: string; keywords?: string }

const MOST_LISTED = 100

/** The choices that a text leaves, as many as are listed; without a text those around the chosen one. */
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
  const listed: ComboboxChoice<Value>[] = []
  for (const choice of choices) {
    const { label, note = '', keywords = '' } = choice
    const own = `${label} ${note} ${keywords}`.toLowerCase()
    if (words.every((word) => own.includes(word))) listed.push(choice)
    if (listed.length === MOST_LISTED) break
  }
  return listed
}
