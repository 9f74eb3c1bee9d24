import { userRegex, userReplacer } from '@switchyard/convert'
import { isRecord, type JsonObject, recordOf } from '@switchyard/convert/record'
import type { NewStep, StepMatch } from '../model/step.ts'
import { cased } from './cased.ts'
import type { ImportNote, ImportNoteCode } from './found.ts'

// What Sub-Store does to nodes, as steps of a recipe. Read from its `core/proxy-utils/processors/index.js`.

const MOST_STEPS = 200

interface Chain {
  steps: NewStep[]
  notes: ImportNote[]
}

interface Scope {
  /** The names of the sources that a chain is about; none: all of them. */
  sources?: readonly string[]
}

/** The steps of a chain of operators, and what of it cannot be one. */
export function stepsOf(process: unknown, { sources }: Scope = {}): Chain {
  const steps: NewStep[] = []
  const notes: ImportNote[] = []
  for (const operator of Array.isArray(process) ? process.filter(isRecord) : []) {
    const found = stepsOfOperator(operator)
    const isOff = operator['disabled'] === true ? { isOff: true } : {}
    for (const note of found.notes) notes.push(note)
    for (const step of found.steps) {
      // It would take the nodes of the other sources out, or move them.
      if (sources && ((step.kind === 'filter' && step.keeps) || step.kind === 'sort'))
        notes.push({ code: 'of-one-source', at: typeOf(operator) })
      else
        for (const source of sources ?? [undefined])
          steps.push({ ...step, ...isOff, ...(source === undefined ? {} : { match: { ...step.match, source } }) })
    }
  }
  if (steps.length <= MOST_STEPS) return { steps, notes }
  return { steps: steps.slice(0, MOST_STEPS), notes: [...notes, { code: 'too-many', at: String(steps.length) }] }
}

const typeOf = (operator: JsonObject): string => (typeof operator['type'] === 'string' ? operator['type'] : '?')
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

function stepsOfOperator(operator: JsonObject): Chain {
  const type = typeOf(operator)
  const { args } = operator
  const read = Object.hasOwn(OPERATORS, type) ? OPERATORS[type] : undefined
  if (read) return read(args, type)
  return noted(/script|transformer/i.test(type) ? 'script' : 'operator', type)
}

const noted = (code: ImportNoteCode, at: string): Chain => ({ steps: [], notes: [{ code, at }] })
const done = (...steps: NewStep[]): Chain => ({ steps, notes: [] })

type Reader = (args: unknown, type: string) => Chain

const OPERATORS: Readonly<Record<string, Reader>> = {
  'Useless Filter': () => done({ kind: 'filter', keeps: false, match: { info: true } }),
  'Regex Filter': (args, type) => {
    const { regex, keep } = recordOf(args)
    const patterns = textsIn(regex)
    if (patterns.length === 0) return done()
    const name = joined(patterns)
    return name === undefined
      ? noted('pattern', type)
      : done({ kind: 'filter', keeps: keep !== false, match: { name } })
  },
  'Region Filter': (args, type) => chosen(args, type, (region) => ({ region: region === 'UK' ? 'GB' : region })),
  'Type Filter': (args, type) => chosen(args, type, (one) => ({ type: one })),
  'Regex Rename Operator': (args, type) => {
    const pairs = Array.isArray(args) ? args.filter(isRecord) : []
    return replaced(
      pairs.map(({ expr, now }) => [textOf(expr), textOf(now)]),
      type,
    )
  },
  'Regex Delete Operator': (args, type) =>
    replaced(
      textsIn(args).map((pattern) => [pattern, '']),
      type,
    ),
  'Flag Operator': (args) => done({ kind: 'flag', adds: recordOf(args)['mode'] !== 'remove' && args !== false }),
  'Sort Operator': (args, type) =>
    args === 'random' ? noted('random-order', type) : done({ kind: 'sort', by: 'name', isDescending: args === 'desc' }),
  'Handle Duplicate Operator': (args, type) => {
    const { action = 'rename', field } = recordOf(args)
    if (action !== 'delete') return noted('own-numbers', type)
    const fields = Array.isArray(field) ? textsIn(field).toSorted().join() : 'name'
    if (fields === 'name') return done({ kind: 'unique', by: 'name' })
    return fields === 'port,server' ? done({ kind: 'unique', by: 'address' }) : noted('operator', type)
  },
  'Quick Setting Operator': (args, type) => quickSettings(recordOf(args), type),
}

/** A step keeps one region or type; several are left out one by one. */
function chosen(args: unknown, type: string, matchOf: (value: string) => StepMatch): Chain {
  const { value = args, keep } = isRecord(args) ? args : {}
  const values = textsIn(isRecord(args) ? value : args)
  const keeps = keep !== false
  if (values.length === 0) return done()
  if (keeps && values.length > 1) return noted('keeps-several', `${type}: ${values.join(', ')}`)
  return done(...values.map((one): NewStep => ({ kind: 'filter', keeps, match: matchOf(one) })))
}

function replaced(pairs: readonly (readonly [pattern: string, to: string])[], type: string): Chain {
  const chain = done()
  for (const [pattern, to] of pairs) {
    if (pattern === '') continue
    // `$&`, `` $` `` and `$'` are JavaScript's own.
    if (isReplacePattern(pattern) && !/\$[&`'<]/.test(to)) chain.steps.push({ kind: 'replace', pattern, to })
    else chain.notes.push({ code: 'pattern', at: type })
  }
  return chain
}

const SWITCHES: Readonly<Record<string, 'udp' | 'tfo' | 'insecure'>> = { udp: 'udp', tfo: 'tfo', scert: 'insecure' }
const IP_VERSIONS: Readonly<Record<string, string>> = {
  dual: 'dual',
  'v4-only': 'ipv4',
  'v6-only': 'ipv6',
  'prefer-v4': 'ipv4-prefer',
  'prefer-v6': 'ipv6-prefer',
}
const UNSET: ReadonlySet<unknown> = new Set([undefined, null, '', 'DEFAULT'])

function quickSettings(args: JsonObject, type: string): Chain {
  const chain = done()
  for (const [key, value] of Object.entries(args)) {
    if (UNSET.has(value)) continue
    const field = Object.hasOwn(SWITCHES, key) ? SWITCHES[key] : undefined
    const version = typeof value === 'string' && Object.hasOwn(IP_VERSIONS, value) ? IP_VERSIONS[value] : undefined
    if (key === 'useless') {
      if (value === 'ENABLED') chain.steps.unshift({ kind: 'filter', keeps: false, match: { info: true } })
    } else if (field && (value === 'ENABLED' || value === 'DISABLED'))
      chain.steps.push({ kind: 'set', field, value: value === 'ENABLED' })
    else if (key === 'ip-version' && version) chain.steps.push({ kind: 'set', field: 'ipVersion', value: version })
    else chain.notes.push({ code: 'operator', at: `${type}: ${key}` })
  }
  return chain
}

/** Several patterns as one; nothing where one of them cannot be run. */
function joined(patterns: readonly string[]): string | undefined {
  const [only] = patterns
  const pattern = patterns.length === 1 ? cased(only!) : patterns.map((one) => `(?:${cased(one)})`).join('|')
  return userRegex(pattern, { ignoreCase: true }).issue ? undefined : pattern
}

/** Whether what a pattern finds can be replaced. */
export function isReplacePattern(pattern: string): boolean {
  return userReplacer(pattern, { ignoreCase: true }).issue === undefined
}
