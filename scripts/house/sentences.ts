import type { Lint } from './lint.ts'
import { isProduct } from './source.ts'

const EXPORTED = /^export (?:async )?(?:function\*? (\w+)|const (\w+) = (?:async )?(?:\([^)]*\)|\w+)(?:: [^=]+)? =>)/

/** Functions of the engine that other files may call and that nothing is said of. */
export const sentences = (): Lint => ({
  name: 'sentences',
  remedy: 'Put a sentence in /** … */ above the function: what comes back.',
  covers: (path) => isProduct(path) && path.startsWith('packages/convert/src/'),
  look({ path, text }) {
    const lines = text.split('\n')
    return lines.flatMap((line, index) => {
      const found = EXPORTED.exec(line)
      if (!found || lines[index - 1]?.endsWith('*/')) return []
      return [{ path, line: index + 1, what: `${found[1] ?? found[2]} has no sentence` }]
    })
  },
})
