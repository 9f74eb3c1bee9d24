import { load } from 'js-yaml'
import { ConvertError, type ConvertOptions, type ConvertResult, convertText, parseNodes } from '../src/index.ts'
import { findEngines } from './find-engines.ts'
import { type Wish, generateWish } from './generate-options.ts'
import { checkWithMihomo } from './mihomo.ts'
import { type SchemaComplaint, schemaJudge } from './mihomo-schema.ts'
import { mapBounded } from './program.ts'
import { Random } from './random.ts'
import { mihomoDangling, singboxDangling, xrayDangling } from './references.ts'
import { checkWithSingbox } from './sing-box.ts'
import { checkWithXray } from './xray.ts'
import { isRecord } from '../src/text/record.ts'
import type { JsonObject } from '../src/text/record.ts'

/** Every file that any option can produce is one that its client loads: generated options over generated inputs. */

/** Two cores: two programs at a time keep them busy. */
const WIDTH = 2
/** Options that are groups of options. */
const STAGES: ReadonlySet<string> = new Set(['read', 'names', 'groups', 'rules', 'output', 'singbox', 'clash'])
/** Far apart, so that neighbouring seeds share no wish. */
const SEED_STEP = 0x9e3779b1

export interface JudgePaths {
  singbox?: string
  mihomo?: string
  schema?: string
  xray?: string
}

export interface OptionsProof {
  /** Files written, by client. */
  written: Record<string, number>
  /** Wishes for which there was nothing to write, by the code of the refusal. */
  refused: Record<string, number>
  /** Files that mihomo was not asked about: it would download a database, or does not know Clash's word for a cipher. */
  unasked: number
  complaints: string[]
}

/** Converts `count` wishes and gives every file to the programs at hand. */
export async function proveOptions(count: number, seed: number, paths: JudgePaths): Promise<OptionsProof> {
  const proof: OptionsProof = { written: {}, refused: {}, unasked: 0, complaints: [] }
  const judge = new Judge(paths, proof)
  await mapBounded(Array.from({ length: count }), WIDTH, async (_, index) => {
    const wish = wishOf(seed, index, proof)
    if (wish === undefined) return
    const complaint = await judge.complaint(wish, true)
    if (complaint === undefined) return
    const least = await judge.simplified(wish)
    proof.complaints.push(
      `${seed}/${index} ${wish.options.to}: ${complaint}\n  with ${shown(least.options)}\n  of ${JSON.stringify(least.sources.map(({ text }) => text)).slice(0, 1500)}`,
    )
  })
  return proof
}

/** The programs and the schema that this machine has. */
export function judgesAtHand(): JudgePaths {
  const engines = findEngines()
  return {
    singbox: engines['sing-box'].path,
    mihomo: engines.mihomo.path,
    schema: engines['meta-json-schema'].path,
    xray: engines.xray.path,
  }
}

/** The wish of a place in a run; undefined where a template or a mapping is refused while it is read. */
function wishOf(seed: number, index: number, proof?: OptionsProof): Wish | undefined {
  try {
    return generateWish(new Random(seed + Math.imul(index, SEED_STEP)))
  } catch (error) {
    if (!(error instanceof ConvertError)) throw error
    if (proof) countUp(proof.refused, error.code)
    return undefined
  }
}

class Judge {
  readonly #paths: JudgePaths
  readonly #proof: OptionsProof
  readonly #schema: ((config: unknown) => SchemaComplaint[]) | undefined

  constructor(paths: JudgePaths, proof: OptionsProof) {
    this.#paths = paths
    this.#proof = proof
    this.#schema = paths.schema === undefined ? undefined : schemaJudge(paths.schema)
  }

  /** What is wrong with what a wish gives; undefined where all is well, or where it is refused with a code. */
  async complaint(wish: Wish, counts = false): Promise<string | undefined> {
    const { to } = wish.options
    let result: ConvertResult
    try {
      result = convertText(wish.sources, wish.options)
    } catch (error) {
      if (!(error instanceof ConvertError))
        return error instanceof Error ? (error.stack ?? error.message) : String(error)
      if (counts) countUp(this.#proof.refused, error.code)
      return undefined
    }
    if (counts) countUp(this.#proof.written, to)
    return sumsComplaint(result) ?? this.#ofText(result, wish.options)
  }

  async #ofText({ text, report }: ConvertResult, { to, output }: ConvertOptions): Promise<string | undefined> {
    switch (to) {
      case 'links':
      case 'base64': {
        const again = parseNodes(text)
        return again.nodes.length === report.output
          ? undefined
          : `${report.output} links written, ${again.nodes.length} read again: ${JSON.stringify(again.issues)}`
      }
      case 'singbox': {
        const config = JSON.parse(text) as JsonObject
        const dangling = singboxDangling(config)
        if (dangling.length > 0) return `names nothing: ${dangling.join('; ')}`
        return this.#paths.singbox === undefined ? undefined : checkWithSingbox(this.#paths.singbox, text)
      }
      case 'xray': {
        const dangling = xrayDangling(JSON.parse(text) as JsonObject)
        if (dangling.length > 0) return `names nothing: ${dangling.join('; ')}`
        return this.#paths.xray === undefined ? undefined : checkWithXray(this.#paths.xray, text)
      }
      case 'mihomo':
      case 'clash': {
        const config = load(text)
        if (!isRecord(config)) return 'not a map'
        const dangling = output?.list === true ? [] : mihomoDangling(config)
        if (dangling.length > 0) return `names nothing: ${dangling.join('; ')}`
        const [complaint] = to === 'mihomo' ? (this.#schema?.(config) ?? []) : []
        if (complaint) return `${complaint.path} ${complaint.message} ${JSON.stringify(complaint.value)}`
        return this.#askMihomo(text)
      }
      default:
        // A new client says here what its files are asked.
        return to satisfies never
    }
  }

  async #askMihomo(text: string): Promise<string | undefined> {
    if (this.#paths.mihomo === undefined) return undefined
    if (needsDatabase(text)) {
      this.#proof.unasked++
      return undefined
    }
    return checkWithMihomo(this.#paths.mihomo, text)
  }

  /** The same wish with as few options and lines as it takes for a complaint. */
  async simplified({ sources, options }: Wish): Promise<Wish> {
    let least: Wish = { sources, options }
    const attempt = async (wish: Wish) => {
      if ((await this.complaint(wish)) !== undefined) least = wish
    }
    for (const key of Object.keys(options)) {
      if (key === 'to') continue
      const { [key as keyof ConvertOptions]: whole, ...rest } = least.options
      await attempt({ ...least, options: rest as ConvertOptions })
      // A group that it takes for the complaint still has fields that it does not take.
      if (!STAGES.has(key) || !isRecord(whole) || !(key in least.options)) continue
      for (const field of Object.keys(whole)) {
        const { [field]: _, ...fields } = least.options[key as keyof ConvertOptions] as JsonObject
        await attempt({ ...least, options: { ...least.options, [key]: fields } })
      }
    }
    for (const { name, text } of sources) {
      const lines = text.split('\n')
      for (const line of lines.length > 1 ? lines : []) await attempt({ ...least, sources: [{ name, text: line }] })
    }
    return least
  }
}

function sumsComplaint({ report }: ConvertResult): string | undefined {
  const entries = report.nodes + report.skipped + report.comments
  const nodes = report.duplicates + report.excluded + report.disabled + report.refused + report.output
  return entries === report.entries && nodes === report.nodes
    ? undefined
    : `the numbers do not add up: ${JSON.stringify({ ...report, issues: undefined })}`
}

/** GEOIP but for LAN, GEOSITE and IP-ASN make mihomo download a database. */
function needsDatabase(text: string): boolean {
  return /(?:GEOIP\s*,\s*(?!LAN\b)|GEOSITE\s*,|IP-ASN\s*,)/i.test(text)
}

function shown(options: ConvertOptions): string {
  const { template, rules: { lists, ...rules } = {}, ...rest } = options
  return JSON.stringify({
    ...rest,
    rules,
    ...(template === undefined ? {} : { template: typeof template === 'string' ? template : template.name }),
    ...(lists === undefined ? {} : { lists: [...lists].map(([address, text]) => [address, text.slice(0, 60)]) }),
  }).slice(0, 4000)
}

function countUp(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1
}
