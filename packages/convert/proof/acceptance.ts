import { type ConvertOptions, convertText } from '../src/index.ts'
import { SINGBOX_VERSIONS, type SingboxVersion } from '../src/model/singbox-version.ts'
import type { XrayVersion } from '../src/model/xray-version.ts'
import { findEngines } from './find-engines.ts'
import { type GeneratedNode, generateNodes } from './generate-nodes.ts'
import { mapBounded } from './program.ts'
import { load } from 'js-yaml'
import { checkWithSingbox, startOnceWithSingbox } from './sing-box.ts'
import { checkWithMihomo, startOnceWithMihomo } from './mihomo.ts'
import { schemaJudge } from './mihomo-schema.ts'
import { xrayDangling } from './references.ts'
import { checkWithXray, startOnceWithXray } from './xray.ts'
import { STRICTER_THAN_SINGBOX, isExplained } from './stricter-than-the-client.ts'
import type { JsonObject } from '../src/text/record.ts'

/** Two cores: two programs at a time keep them busy. */
const WIDTH = 2
const BATCH = 100

/** What became of a generated node on its way to a client. */
export interface Outcome {
  node: GeneratedNode
  /** The node alone as the engine writes it, or undefined when the engine left it out. */
  written?: string
  /** `code field` of what made the engine leave it out. */
  reason?: string
  /** What the engine threw, other than "nothing left": a bug of ours. */
  thrown?: unknown
}

/** Each node alone through the engine. */
export function convertEach(
  nodes: readonly GeneratedNode[],
  options: Pick<ConvertOptions, 'to' | 'singbox' | 'xray'>,
): Outcome[] {
  return nodes.map((node) => {
    try {
      const { text } = convertText([{ name: 'node', text: node.text }], {
        ...options,
        output: { list: true },
      })
      return { node, written: text }
    } catch (error) {
      if (!isConvertError(error)) return { node, thrown: error }
      const refusal = error.report?.issues.findLast((issue) => issue.kept === false) ?? error.report?.issues.at(-1)
      return { node, reason: refusal === undefined ? error.code : `${refusal.code} ${refusal.field ?? ''}`.trim() }
    }
  })
}

interface Refusal {
  code: string
  report?: { issues: { code: string; field?: string; kept?: boolean }[] }
}

function isConvertError(error: unknown): error is Error & Refusal {
  return error instanceof Error && 'code' in error && error.code === 'no-nodes'
}

/** A complaint about one node, in words that lead back to it. */
export interface Complaint {
  node: GeneratedNode
  message: string
}

/** What `sing-box check` has against nodes that the engine wrote, in bare lists of 100. */
export function checkLists(path: string, outcomes: readonly Outcome[]): Promise<Complaint[]> {
  return inFiles(writtenNodes(outcomes), { to: 'singbox', output: { list: true } }, (text) =>
    checkWithSingbox(path, text),
  )
}

/** The same as whole configs, through `check` and a start. */
export function checkInFiles(
  path: string,
  outcomes: readonly Outcome[],
  singboxVersion: SingboxVersion,
): Promise<Complaint[]> {
  const nodes = writtenNodes(outcomes)
  return inFiles(nodes, { to: 'singbox', singbox: { version: singboxVersion } }, async (text) => {
    const refused = await checkWithSingbox(path, text)
    return refused ?? startOnceWithSingbox(path, JSON.parse(text) as JsonObject)
  })
}

/** The same for mihomo, through `-t` and a start. */
export function checkInFilesOfMihomo(path: string, outcomes: readonly Outcome[]): Promise<Complaint[]> {
  return inFiles(writtenNodes(outcomes), { to: 'mihomo' }, async (text) => {
    const refused = await checkWithMihomo(path, text)
    return refused ?? startOnceWithMihomo(path, text)
  })
}

/** The same for Xray, through `-test` and a start. */
export function checkInFilesOfXray(
  path: string,
  outcomes: readonly Outcome[],
  version: XrayVersion,
): Promise<Complaint[]> {
  return inFiles(writtenNodes(outcomes), { to: 'xray', xray: { version } }, async (text) => {
    const config = JSON.parse(text) as JsonObject
    const dangling = xrayDangling(config)
    if (dangling.length > 0) return `names nothing: ${dangling.join('; ')}`
    const refused = await checkWithXray(path, text)
    return refused ?? startOnceWithXray(path, config)
  })
}

async function inFiles(
  nodes: readonly GeneratedNode[],
  options: Pick<ConvertOptions, 'to' | 'singbox' | 'xray' | 'output'>,
  judge: (text: string) => Promise<string | undefined>,
): Promise<Complaint[]> {
  const files = Array.from({ length: Math.ceil(nodes.length / BATCH) }, (_, index) =>
    nodes.slice(index * BATCH, (index + 1) * BATCH),
  )
  const complaint = (file: readonly GeneratedNode[]) => {
    const sources = file.map(({ text }, index) => ({ name: `node ${index}`, text }))
    const { text } = convertText(sources, { ...options, template: 'minimal', read: { keepDuplicates: true } })
    return judge(text)
  }
  const found = await mapBounded(files, WIDTH, (file) => findCulprits(file, complaint))
  return found.flat()
}

/** What the public schema has against nodes written for mihomo, each in a file of its own. */
export function complaintsOfSchema(schemaFile: string, outcomes: readonly Outcome[]): Complaint[] {
  const judge = schemaJudge(schemaFile)
  return outcomes.flatMap(({ node, written }) => {
    const found = written === undefined ? [] : judge(load(written))
    return found.map(({ path, message, value }) => ({ node, message: `${path} ${message} ${JSON.stringify(value)}` }))
  })
}

function writtenNodes(outcomes: readonly Outcome[]): GeneratedNode[] {
  return outcomes.filter(({ written }) => written !== undefined).map(({ node }) => node)
}

/** What a client takes although the engine leaves it out. */
export interface Stricter {
  node: GeneratedNode
  reason: string
}

/** Nodes that the engine left out and sing-box, asked about them in its own words, takes and starts with. */
export async function refusedButAccepted(path: string, outcomes: readonly Outcome[]): Promise<Stricter[]> {
  const asked = outcomes.filter(
    ({ node, reason }) => reason !== undefined && node.singbox !== undefined && !node.isEndpoint,
  )
  const taken = await mapBounded(asked, WIDTH, async ({ node, reason }) => {
    const config = { outbounds: [...node.singbox!, { type: 'direct', tag: 'direct' }], route: { final: 'direct' } }
    if ((await checkWithSingbox(path, JSON.stringify(config))) !== undefined) return []
    return (await startOnceWithSingbox(path, config)) === undefined ? [{ node, reason: reason! }] : []
  })
  return taken.flat()
}

/** The single nodes that make a file fail: halves of a failing file are looked at until one node is left. */
export async function findCulprits(
  file: readonly GeneratedNode[],
  complaint: (file: readonly GeneratedNode[]) => Promise<string | undefined>,
): Promise<Complaint[]> {
  const message = await complaint(file)
  if (message === undefined) return []
  if (file.length === 1) return [{ node: file[0]!, message }]
  const middle = Math.ceil(file.length / 2)
  const halves = [
    ...(await findCulprits(file.slice(0, middle), complaint)),
    ...(await findCulprits(file.slice(middle), complaint)),
  ]
  // Each half alone passes: the nodes do not get on with each other.
  return halves.length > 0
    ? halves
    : [{ node: file[0]!, message: `only together with ${file.length - 1} others: ${message}` }]
}

/** One line a complaint. */
export function reportComplaints(complaints: readonly Complaint[]): string[] {
  return complaints.map(({ node, message }) => `${message} <- ${node.text}`)
}

/** One line for each node left out without a reason in the table. */
export function reportStricter(found: readonly Stricter[]): string[] {
  return found
    .filter(({ node, reason }) => !isExplained(STRICTER_THAN_SINGBOX, node, reason))
    .map(
      ({ node, reason }) => `${node.kind} ${reason} <- ${node.text} (sing-box takes ${JSON.stringify(node.singbox)})`,
    )
}

export interface Proof {
  nodes: number
  /** Written for sing-box, for mihomo, for Xray. */
  written: [singbox: number, mihomo: number, xray: number]
  complaints: string[]
}

/** The whole acceptance over as many nodes: what `npm run fuzz` asks for 3,000. */
export async function proveNodes(count: number, seed: number): Promise<Proof> {
  const engines = findEngines()
  const nodes = generateNodes(seed, count)
  const singbox = convertEach(nodes, { to: 'singbox' })
  const mihomo = convertEach(nodes, { to: 'mihomo' })
  const xray = convertEach(nodes, { to: 'xray', xray: { version: '26.3' } })
  const complaints = [...singbox, ...mihomo, ...xray]
    .filter(({ thrown }) => thrown !== undefined)
    .map(({ node, thrown }) => `${String(thrown)} <- ${node.text}`)
  const path = engines['sing-box'].path
  if (path) {
    complaints.push(...reportComplaints(await checkLists(path, singbox)))
    for (const version of SINGBOX_VERSIONS) {
      const outcomes = version === 'compatible' ? singbox : convertEach(nodes, { to: 'singbox', singbox: { version } })
      complaints.push(...reportComplaints(await checkInFiles(path, outcomes, version)))
    }
    complaints.push(...reportStricter(await refusedButAccepted(path, singbox)))
  }
  const schema = engines['meta-json-schema'].path
  if (schema) complaints.push(...reportComplaints(complaintsOfSchema(schema, mihomo)))
  if (engines.mihomo.path) complaints.push(...reportComplaints(await checkInFilesOfMihomo(engines.mihomo.path, mihomo)))
  if (engines.xray.path) complaints.push(...reportComplaints(await checkInFilesOfXray(engines.xray.path, xray, '26.3')))
  const written: Proof['written'] = [
    writtenNodes(singbox).length,
    writtenNodes(mihomo).length,
    writtenNodes(xray).length,
  ]
  return { nodes: count, written, complaints }
}
