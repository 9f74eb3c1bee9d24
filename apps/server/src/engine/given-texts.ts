import type { GivenText } from '@switchyard/recipe'
import { isPacked, type KeptText, unpackedText } from '../shared/kept-text.ts'

/** The text of a source, and what is known of it. */
export interface KeptGiven extends Omit<GivenText, 'text'> {
  text: KeptText
}

/** The texts that a job sends to its thread. The key is the id of the source. */
export type KeptTexts = Readonly<Record<string, KeptText | KeptGiven>>

/** Unpacks the texts for the engine. */
export function givenTexts(texts: KeptTexts): Map<string, string | GivenText> {
  const given = Object.entries(texts).map(([source, text]): [string, string | GivenText] => {
    if (typeof text === 'string' || isPacked(text)) return [source, unpackedText(text)]
    return [source, { ...text, text: unpackedText(text.text) }]
  })
  return new Map(given)
}
