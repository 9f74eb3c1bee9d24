import { registerHooks } from 'node:module'
import { parseSync } from 'vite'

export interface Steps {
  count: number
}

declare global {
  var countedSteps: Steps
}

interface Branch {
  type?: unknown
  body?: { type: string; start: number; end: number } | null
}

type Insert = [at: number, text: string]

const STEP = 'globalThis.countedSteps.count++'
const FUNCTIONS: ReadonlySet<unknown> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
])
const LOOPS: ReadonlySet<unknown> = new Set(['ForStatement', 'ForInStatement', 'ForOfStatement', 'WhileStatement', 'DoWhileStatement']) // oxfmt-ignore

/** Starts to count steps. A step is a call of a function or a round of a loop. Only files that Node loads later are counted. Libraries count too. */
export function countSteps(): Steps {
  globalThis.countedSteps = { count: 0 }
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      if (!url.startsWith('file:') || !/\.[cm]?[jt]s$/.test(url) || !loaded.source) return loaded
      const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source)
      return { ...loaded, source: withSteps(url, source) }
    },
  })
  return globalThis.countedSteps
}

function withSteps(url: string, source: string): string {
  const { program, errors } = parseSync(url, source)
  if (errors.length > 0) throw new Error(`${url} cannot be parsed: ${errors[0]!.message}`)
  const inserts: Insert[] = []
  collect(program, inserts)
  const pieces: string[] = []
  let from = 0
  // Two inserts at one place keep their order. So an inner end comes before an outer end.
  for (const [at, text] of inserts.toSorted(([a], [b]) => a - b)) {
    pieces.push(source.slice(from, at), text)
    from = at
  }
  return pieces.join('') + source.slice(from)
}

function collect(value: unknown, inserts: Insert[]): void {
  if (typeof value !== 'object' || value === null) return
  const { type, body } = value as Branch
  const isLoop = LOOPS.has(type)
  const counted = isLoop || FUNCTIONS.has(type) ? body : undefined
  const isBlock = counted?.type === 'BlockStatement'
  if (counted && isBlock) inserts.push([counted.start + 1, `${STEP};`])
  else if (counted) inserts.push([counted.start, isLoop ? `{${STEP};` : `(${STEP},`])
  for (const child of Object.values(value)) collect(child, inserts)
  if (counted && !isBlock) inserts.push([counted.end, isLoop ? '}' : ')'])
}
