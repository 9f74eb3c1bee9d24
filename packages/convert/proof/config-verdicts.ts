import { existsSync } from 'node:fs'
import { checkConfig, type CheckResult } from '../src/configs.ts'
import type { ClientId } from '../src/clients/facts.ts'

/** Configs with one mutation each, and what the real programs say of them. */
const VERDICTS = new URL('../../../../shared/data/config-verdicts/', import.meta.url)
export const hasVerdicts = existsSync(VERDICTS)

interface Place {
  line: number
  lines: number[]
  block?: [number, number]
}

interface Row {
  file: string
  client: 'mihomo' | 'clash' | 'sing-box' | 'xray'
  base: string
  mutation: string
  verdict: 'ok' | 'refused' | 'fails-at-start'
  judge: 'strict' | 'either'
  message?: string
  where?: Place
  problems?: { mutation: string; where: Place }[]
}

export interface Judged {
  row: Row
  text: string
  result: CheckResult
  isVerdictEqual: boolean
  /** Undefined where the row has no line to tell. */
  isLineEqual: boolean | undefined
}

const CLIENTS: Record<Row['client'], ClientId> = {
  mihomo: 'mihomo',
  clash: 'clash',
  'sing-box': 'singbox',
  xray: 'xray',
}

interface Build {
  manifest: () => Row[]
  bytesOf: (row: Row) => Uint8Array
}

const builder = async () => (await import(new URL('build.mjs', VERDICTS).href)) as Build

/** The configs that their programs take, each with the client that it is for. */
export async function soundRows(): Promise<{ name: string; text: string; client: ClientId }[]> {
  const build = await builder()
  const sound = build.manifest().filter(({ verdict, judge: how }) => verdict === 'ok' && how === 'strict')
  return sound.map((row) => ({
    name: row.file,
    text: new TextDecoder().decode(build.bytesOf(row)),
    client: CLIENTS[row.client],
  }))
}

/** Every row that counts, with what the checker says of it. */
export async function judgeVerdicts(): Promise<Judged[]> {
  const build = await builder()
  return build.manifest().flatMap((row) => {
    if (row.judge === 'either') return []
    const bytes = build.bytesOf(row)
    const result = checkConfig(bytes, { client: CLIENTS[row.client] })
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    return [{ row, text, result, ...judge(row, result) }]
  })
}

function judge(row: Row, { errors, issues }: CheckResult): Pick<Judged, 'isVerdictEqual' | 'isLineEqual'> {
  const isVerdictEqual = errors > 0 === (row.verdict !== 'ok')
  const lines = issues.filter(({ severity }) => severity === 'error').map(({ line }) => line)
  const places = row.problems?.map(({ where }) => where) ?? (row.where === undefined ? [] : [row.where])
  if (row.verdict === 'ok' || places.length === 0) return { isVerdictEqual, isLineEqual: undefined }
  const isSyntax = /^(?:yaml|json): /.test(row.mutation) || /^yaml: (?!unmarshal)/.test(row.message ?? '')
  return { isVerdictEqual, isLineEqual: places.every((place) => lines.some((line) => isRight(line, place, isSyntax))) }
}

function isRight(line: number, { lines, block }: Place, isSyntax: boolean): boolean {
  if (lines.includes(line)) return true
  return isSyntax && block !== undefined && block[0] <= line && line <= block[1]
}
