import { DAY_MS } from '@switchyard/sources/spans'
import type { FetchedText } from '../../workers/fetch-worker.ts'

/** A copy of a text, and when it was fetched, ms. */
export interface TextCopy {
  text: string
  savedAt: number
}

type Refusal = Extract<FetchedText, { error: unknown }>

/** A text with its age. `refusal`: why it is an older copy. */
export type DailyText = (TextCopy & { refusal?: Refusal }) | Refusal

interface Ways {
  ask: (address: string) => Promise<FetchedText>
  copyOf: (address: string) => Promise<TextCopy | undefined>
  keepCopy: (address: string, text: string) => Promise<void>
  now?: () => number
}

/** The copy of the last 24 hours, unless it is wanted `anew`; else what the address answers; else an older copy. */
export async function dailyText(
  address: string,
  { ask, copyOf, keepCopy, now = Date.now }: Ways,
  anew = false,
): Promise<DailyText> {
  const copy = await copyOf(address)
  if (copy && !anew && now() - copy.savedAt < DAY_MS) return copy
  const answer = await ask(address)
  if ('error' in answer) return copy ? { ...copy, refusal: answer } : answer
  await keepCopy(address, answer.text)
  return { text: answer.text, savedAt: now() }
}
