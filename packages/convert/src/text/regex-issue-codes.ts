/** What RE2 says of a pattern -> our code for it. */
export const REGEX_ISSUE_CODES = {
  'invalid character class range': 'class-range',
  'invalid escape sequence': 'escape',
  'invalid named capture': 'capture-name',
  'invalid or unsupported Perl syntax': 'perl-syntax',
  'invalid nested repetition operator': 'repeat-twice',
  'invalid repeat count': 'repeat-count',
  'missing closing ]': 'bracket-open',
  'missing closing )': 'parenthesis-open',
  'missing argument to repetition operator': 'repeat-nothing',
  'trailing backslash at end of expression': 'backslash-last',
  'duplicate capture group name': 'capture-name-twice',
  'unexpected )': 'parenthesis-closed',
  'expression nests too deeply': 'too-deep',
  'expression too large': 'too-big',
  'invalid capture in lookbehind': 'capture-in-lookbehind',
} as const

/** What is wrong with the syntax of a pattern; the words of each stand in `@switchyard/locale`. */
export type RegexIssueCode = (typeof REGEX_ISSUE_CODES)[keyof typeof REGEX_ISSUE_CODES] | 'group-missing'
