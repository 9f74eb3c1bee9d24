import type { Line, TextReader } from './reader/text-reader.ts'

/** What may stand in a text besides a link on a line. */
export interface TextFormat {
  /** Whether a line may begin one, after a quick look. */
  detect(reader: TextReader, line: Line): boolean
  /**
   * Reads it and goes on behind it: `reader.document()` or `reader.entry()` first, then its entries, then
   * `reader.moveTo()`. False, and nothing has happened, when it is none: other formats are asked then.
   */
  read(reader: TextReader, line: Line): boolean
}
