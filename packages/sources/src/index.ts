/** Text that comes from elsewhere: bytes of a file or an answer as the text that they are. */
export { decodeText } from './decode-text.ts'
export type { DecodedText, EncodingName } from './decode-text.ts'
export { readBytes } from './read-bytes.ts'
export type { ReadFailure } from './read-bytes.ts'
