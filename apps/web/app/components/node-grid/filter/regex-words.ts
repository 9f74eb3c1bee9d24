import type { RegexReason } from '@switchyard/convert/user-regex'

/** The words for why a pattern does not run. */
export const REGEX_WORDS = {
  'regex-too-long': 'regex.long',
  'regex-lookaround': 'regex.lookaround',
  'regex-backreference': 'regex.backreference',
  'regex-syntax': 'regex.syntax',
} as const satisfies Record<RegexReason, string>
