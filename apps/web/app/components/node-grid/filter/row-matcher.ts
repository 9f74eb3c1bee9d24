import type { UserRegex } from '@switchyard/convert/user-regex'
import { isFacet, ROW_FLAGS, type FacetKey, type RowFlag, type Term } from './filter-query.ts'
import type { ListedNode } from '../types.ts'

export type RowTest = (row: ListedNode) => boolean

export interface MatchContext {
  /** Gives the regex of a pattern; undefined = it cannot run, so its term is left out. */
  regexOf: (pattern: string) => UserRegex | undefined
  /** `JP` gives `日本`: people look for regions by name. */
  regionName: (code: string) => string
}

const FLAG_TESTS: Record<RowFlag, RowTest> = {
  output: (row) => row.state === 'kept',
  'to-fetch': (row) => row.state === 'to-fetch',
  skipped: (row) => row.state === 'skipped',
  deleted: (row) => row.state === 'deleted',
  problem: hasIssue,
  doubtful: (row) => row.isDoubtful === true,
  duplicate: (row) => row.state === 'duplicate',
  renamed: (row) => row.oldName !== undefined,
  excluded: (row) => row.state === 'excluded',
  refused: (row) => row.state === 'refused',
  disabled: (row) => row.state === 'disabled',
  new: (row) => row.isNew === true,
  info: (row) => row.isInfo === true,
}

/** Something about the row needs a look. Notes do not. */
export function hasIssue(row: ListedNode): boolean {
  return (
    row.state === 'refused' ||
    row.state === 'skipped' ||
    row.differs === true ||
    row.issues?.some(({ severity }) => severity !== 'note') === true
  )
}

/** The test that all terms make up. */
export function rowMatcher(terms: readonly Term[], context: MatchContext): RowTest {
  const tests: RowTest[] = []
  const facets = new Map<FacetKey, RowTest[]>()
  for (const term of terms) {
    const test = termTest(term, context)
    if (!test) continue
    if (term.negative) tests.push((row) => !test(row))
    else if (isFacet(term.key)) facets.set(term.key, [...(facets.get(term.key) ?? []), test])
    else tests.push(test)
  }
  for (const anyOf of facets.values()) tests.push((row) => anyOf.some((test) => test(row)))
  return (row) => tests.every((test) => test(row))
}

function termTest({ key, values, pattern }: Term, context: MatchContext): RowTest | undefined {
  if (pattern !== undefined) {
    const regex = context.regexOf(pattern)
    return regex && ((row) => regex.test(textOf(row, key)))
  }
  switch (key) {
    case 'proto':
      return (row) => values.includes(row.protocol)
    case 'region':
      return regionTest(values, context)
    case 'tls':
      return (row) =>
        values.some((value) => (value === 'on' ? row.security !== undefined : value === (row.security ?? 'off')))
    case 'net':
      return (row) => values.includes(row.transport ?? 'tcp')
    case 'port':
      return (row) => values.includes(String(row.port))
    case 'is':
      return flagTest(values)
    case 'any':
      return anyTest(values, context)
    case 'src':
    case 'name':
    case 'server':
      return (row) => {
        const text = textOf(row, key).toLowerCase()
        return values.some((value) => text.includes(value))
      }
    default:
      return undefined
  }
}

function regionTest(values: readonly string[], { regionName }: MatchContext): RowTest {
  const known = new Map<string, boolean>()
  return ({ region }) => {
    if (region === undefined) return values.includes('none') || values.includes('无')
    let fits = known.get(region)
    if (fits === undefined) {
      const code = region.toLowerCase()
      const name = regionName(region).toLowerCase()
      fits = values.some((value) => value === code || (value.length > 2 && name.includes(value)) || value === name)
      known.set(region, fits)
    }
    return fits
  }
}

function flagTest(values: readonly string[]): RowTest | undefined {
  const tests = ROW_FLAGS.filter((flag) => values.includes(flag)).map((flag) => FLAG_TESTS[flag])
  return tests.length > 0 ? (row) => tests.some((test) => test(row)) : undefined
}

/** In what the row says of its node, or of why there is none; in code and name of the region too. */
function anyTest(values: readonly string[], { regionName }: MatchContext): RowTest {
  const regions = new Map<string, string>()
  const plainRegion = (code: string) => {
    let name = regions.get(code)
    if (name === undefined) regions.set(code, (name = `${code}\n${regionName(code)}`.toLowerCase()))
    return name
  }
  return (row) =>
    values.every(
      (value) =>
        plainText(row).includes(value) || (row.region !== undefined && plainRegion(row.region).includes(value)),
    )
}

const plainTexts = new WeakMap<ListedNode, string>()

/** The text that the filter searches, in lower case. Made once for each row: every key press searches all rows. */
function plainText(row: ListedNode): string {
  let text = plainTexts.get(row)
  if (text === undefined) {
    // What is typed holds no line break: it fits the one or the other.
    text = `${row.name}\n${row.protocol}\n${row.server}:${row.port}\n${row.source}\n${row.reason ?? ''}`.toLowerCase()
    plainTexts.set(row, text)
  }
  return text
}

function textOf(row: ListedNode, key: Term['key']): string {
  switch (key) {
    case 'server':
      return row.server
    case 'src':
      return row.source
    case 'proto':
      return row.protocol
    case 'region':
      return row.region ?? ''
    case 'net':
      return row.transport ?? 'tcp'
    case 'tls':
      return row.security ?? 'off'
    case 'port':
      return String(row.port)
    default:
      return row.name
  }
}
