import type { Lint } from './lint.ts'
import { isProduct } from './source.ts'

/** What leaves a file with a name in capitals or with a large letter: types, classes, parts of pages, schemas. */
const EXPORTED = /^export (?:declare )?(?:abstract )?(?:type|interface|class|const|function) ([A-Z]\w*)/gm
const SPANS_FILE = 'packages/sources/src/spans.ts'
const SPAN = /^(?:export )?const ((?:SECOND|MINUTE|HOUR|DAY|WEEK)_MS) =/gm

/** One name for two things: who reads it in one file thinks of the other one. */
export function names(): Lint {
  const homes = new Map<string, Set<string>>()
  return {
    name: 'names',
    remedy: `Call the newer one what it is, or take what is there already; spans of time stand in ${SPANS_FILE}.`,
    covers: (path) => isProduct(path),
    look({ path, text }) {
      for (const [, name] of text.matchAll(EXPORTED)) homes.set(name!, (homes.get(name!) ?? new Set()).add(path))
      const spans = path === SPANS_FILE ? [] : [...text.matchAll(SPAN)]
      return spans.map(([, name]) => ({ path, what: `a ${name} of its own` }))
    },
    end() {
      const shared = [...homes].filter(([, paths]) => paths.size > 1)
      return shared.map(([name, paths]) => ({ path: [...paths].at(-1)!, what: `${name}, also in ${[...paths][0]}` }))
    },
  }
}
