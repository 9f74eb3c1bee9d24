import { LineIndex } from '@switchyard/convert/texts'

/** Line and column of a place, both from 1. */
export function positionIn(text: string, at: number): { line: number; column: number } {
  return new LineIndex(text).positionOf(Math.min(at, text.length))
}
