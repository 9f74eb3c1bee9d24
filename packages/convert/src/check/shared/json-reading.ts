import type { ScalarReading } from './key-checker.ts'

const NUMBER = /^-?\d/

/** Values of JSON, which are what they are spelled as. */
export const jsonReading: ScalarReading = {
  isNull: ({ style, text }) => style === 'plain' && text === 'null',
  text: ({ style, text }) => (style === 'double' ? text : undefined),
  number: ({ style, text }) => (style === 'plain' && NUMBER.test(text) ? Number(text) : undefined),
  boolean: ({ style, text }) =>
    style === 'plain' && (text === 'true' || text === 'false') ? text === 'true' : undefined,
}
