const MEBIBYTE = 1024 * 1024
/** As JSON, in letters: names of a config may stand in an answer many times. docs/security.md, "Work in threads" */
const MOST_ANSWER = 8 * MEBIBYTE

/** In the place of an answer that is too large for the thread that everybody waits for. */
export interface TooMuch {
  isTooMuch: true
}

/** An answer, where it is not too large. */
export function bounded<Answer extends object>(answer: Answer): Answer | TooMuch {
  return JSON.stringify(answer).length > MOST_ANSWER ? { isTooMuch: true } : answer
}
