import { checkConfig } from '../src/configs.ts'
import type { ClientId } from '../src/clients/facts.ts'
import { type DocumentNode, type DocumentPath, keyText, valueOf } from '../src/document/document-node.ts'
import { type EditResult, removeAt, renameKey, replaceValue } from '../src/document/edit-document.ts'
import { openDocument, type OpenDocument } from '../src/document/open-document.ts'
import { applyEdits } from '../src/document/text-edit.ts'
import { isRecord, type JsonObject } from '../src/text/record.ts'
import { hasVerdicts, soundRows } from './config-verdicts.ts'
import { findEngines } from './find-engines.ts'
import { mapBounded } from './program.ts'
import { Random } from './random.ts'
import { checkWithSingbox, startOnceWithSingbox } from './sing-box.ts'
import { checkWithXray, startOnceWithXray } from './xray.ts'

/** Sound configs with one seeded change each, before the checker and before the programs. */

export interface MutationFigures {
  client: ClientId
  count: number
  equal: number
  /** Configs that were started, since the program's check took them and ours did not. */
  started: number
  /** What we said, what the program says, and the change. */
  different: string[]
}

/** A start costs as much as many checks. */
const MOST_STARTS = 100
const AT_ONCE = 2

interface Program {
  client: 'singbox' | 'xray'
  engine: 'sing-box' | 'xray'
  check: (path: string, text: string) => Promise<string | undefined>
  start: (path: string, config: JsonObject) => Promise<string | undefined>
}

const PROGRAMS: readonly Program[] = [
  { client: 'singbox', engine: 'sing-box', check: checkWithSingbox, start: startOnceWithSingbox },
  { client: 'xray', engine: 'xray', check: checkWithXray, start: startOnceWithXray },
]

/** Measures the checker against the programs that are at hand, with so many configs among all of them. */
export async function measureMutations(count: number, seed: number): Promise<MutationFigures[]> {
  const engines = findEngines()
  const programs = PROGRAMS.filter(({ engine }) => engines[engine].path !== undefined)
  const rows = hasVerdicts ? await soundRows() : []
  const figures: MutationFigures[] = []
  for (const program of programs) {
    const path = engines[program.engine].path!
    const own = rows.filter(({ client, text }) => client === program.client && !/wireguard/i.test(text))
    // Some need files of sites and countries that are not beside the program here.
    const taken = await mapBounded(own, AT_ONCE, ({ text }) => program.check(path, text))
    const bases = own.filter((_, index) => taken[index] === undefined)
    if (bases.length === 0) continue
    const random = new Random(seed)
    const some = Array.from({ length: Math.ceil(count / programs.length) }, () => mutated(random.pick(bases).text, random)) // oxfmt-ignore
    figures.push(await judge(program, path, some))
  }
  return figures
}

async function judge(
  { client, check, start }: Program,
  path: string,
  some: readonly Mutation[],
): Promise<MutationFigures> {
  const figures: MutationFigures = { client, count: some.length, equal: 0, started: 0, different: [] }
  await mapBounded(some, AT_ONCE, async ({ text, what }) => {
    const { errors, issues } = checkConfig(text, { client })
    let said = await check(path, text)
    if (said === undefined && errors > 0 && figures.started < MOST_STARTS) {
      figures.started++
      const { root } = openDocument(text, { format: 'json' })
      const config = root && valueOf(root)
      said = isRecord(config) ? await start(path, config) : said
    }
    if (errors > 0 === (said !== undefined)) figures.equal++
    else {
      const first = issues.find(({ severity }) => severity === 'error')
      const ours = first === undefined ? 'sound' : `${first.code} ${JSON.stringify(first.args)}`
      figures.different.push(`${what}: we say ${ours}, the program ${said?.split('\n').at(-1) ?? 'takes it'}`)
    }
  })
  return figures
}

interface Mutation {
  text: string
  what: string
}

const VALUES: readonly unknown[] = [0, -1, 1, 70_000, 1.5, true, false, '', 'x', 'direct', '1.2.3.4', '10s', ['x'], [], {}, { x: 1 }, '日本', 'a b'] // oxfmt-ignore

/** A config with one change that is a change. */
function mutated(base: string, random: Random): Mutation {
  const document = openDocument(base, { format: 'json' })
  const places = placesIn(document.root, [])
  for (;;) {
    const path = random.pick(places)
    const key = path.at(-1)!
    const value = random.pick(VALUES)
    const [what, result] = random.pick<() => [string, EditResult]>([
      () => [`${path.join('.')} = ${JSON.stringify(value)}`, replaceValue(document, path, value)],
      () => [`${path.join('.')} gone`, removeAt(document, path)],
      () => [`${path.join('.')} misspelt`, typeof key === 'string' ? renameKey(document, path, slip(key, random)) : NONE], // oxfmt-ignore
    ])()
    const text = 'edits' in result ? applyEdits(base, result.edits) : base
    if (text !== base) return { text, what }
  }
}

const NONE: EditResult = { refused: 'path-missing', places: [] }

/** Two letters change places, or one is missing. */
function slip(key: string, random: Random): string {
  const at = random.int(0, Math.max(0, key.length - 2))
  const [a = '', b = ''] = [key[at], key[at + 1]]
  return random.chance(0.5) ? key.slice(0, at) + b + a + key.slice(at + 2) : key.slice(0, at) + key.slice(at + 1)
}

function placesIn(node: OpenDocument['root'], path: DocumentPath): DocumentPath[] {
  const inner: [string | number, DocumentNode][] =
    node?.kind === 'list'
      ? node.items.map(({ value }, index) => [index, value])
      : node?.kind === 'map'
        ? node.pairs.map((pair) => [keyText(pair) ?? '', pair.value])
        : []
  return inner.flatMap(([step, value]) => {
    const place: DocumentPath = [...path, step]
    const found: DocumentPath[] = [place]
    return found.concat(placesIn(value, place))
  })
}
