import type { Lint } from './lint.ts'
import { isProduct, type Source } from './source.ts'

/** Casts without a comment that ends on the line above, or stands behind them on their own line. */
export const casts = (): Lint => ({
  name: 'casts',
  remedy: 'Say beside the cast why the compiler cannot know it, or parse the value.',
  covers: isProduct,
  look(source) {
    const { path, text, tree, lineOf } = source
    const explained = explainedLines(source)
    const lines = tree.flatMap(({ node }) => {
      if (node.type !== 'TSAsExpression') return []
      const { start, end } = node['typeAnnotation'] as { start: number; end: number }
      const isBare = text.slice(start, end) !== 'const' && !explained.has(lineOf(start))
      return isBare && !explained.has(lineOf(node.start)) ? [lineOf(start)] : []
    })
    return [...new Set(lines)].map((line) => ({ path, line, what: 'a cast without its reason' }))
  },
})

function explainedLines({ text, comments, lineOf }: Source): Set<number> {
  const startsLine = (at: number) => text.slice(text.lastIndexOf('\n', at) + 1, at).trim() === ''
  return new Set(comments.map(({ start, end }) => (startsLine(start) ? lineOf(end) + 1 : lineOf(start))))
}
