/** What a regex asks for, without the language it is written in. Characters are code points. */
export type RegexNode =
  | { kind: 'char'; fits: CharTest; ignoresCase: boolean }
  | { kind: 'edge'; isAt: EdgeTest }
  | { kind: 'all'; parts: readonly RegexNode[] }
  | { kind: 'any'; branches: readonly RegexNode[] }
  | { kind: 'repeat'; part: RegexNode; min: number; max: number }
  | { kind: 'look'; part: RegexNode; isBehind: boolean; isNegative: boolean }

/** Whether a character fits; where case does not count, the character is handed in lower case. */
export type CharTest = (code: number) => boolean

/** Whether a place between two characters is meant: `^`, `\b`. */
export type EdgeTest = (codes: ArrayLike<number>, at: number) => boolean
