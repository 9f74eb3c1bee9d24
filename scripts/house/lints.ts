import { byName } from './by-name.ts'
import { casts } from './casts.ts'
import { citations } from './citations.ts'
import { languages } from './languages.ts'
import type { Lint } from './lint.ts'
import { names } from './names.ts'
import { onlyWayOut } from './only-way-out.ts'
import { regexes } from './regexes.ts'
import { sentences } from './sentences.ts'
import { wordsUsed } from './words-used.ts'

/** Every rule of the house: one line each. */
export const LINTS: readonly (() => Lint)[] = [
  byName,
  casts,
  citations,
  languages,
  () => names(),
  onlyWayOut,
  () => regexes(),
  sentences,
  () => wordsUsed(),
]
