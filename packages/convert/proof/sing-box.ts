import { freePort } from './free-ports.ts'
import { type LoopbackPorts, singboxOnLoopback } from './loopback.ts'
import { type Running, runProgram, withProgram } from './program.ts'
import { isRecord } from '../src/text/record.ts'
import type { JsonObject } from '../src/text/record.ts'

type Config = JsonObject

const STARTED = /sing-box started/
/** Said of an endpoint in which nothing else is wrong: what we build has no WireGuard. */
const NO_WIREGUARD = /WireGuard is not included in this build/
/** Endpoints, as JSON, that the program refused because its build lacks them. They are not tried again. */
const unbuilt = new Set<string>()

/** What `sing-box check` has against a config, or undefined when it takes it. */
export async function checkWithSingbox(path: string, text: string): Promise<string | undefined> {
  const config = configOf(text)
  if (config && isUnbuilt(config)) return check(path, JSON.stringify(withoutEndpoints(config)))
  const refused = await check(path, text)
  if (!config || !saysUnbuilt(refused, config)) return refused
  return check(path, JSON.stringify(withoutEndpoints(config)))
}

/** The same, from a start on loopback that is over as soon as the program says it started. */
export async function startOnceWithSingbox(path: string, config: Config): Promise<string | undefined> {
  if (isUnbuilt(config)) return start(path, withoutEndpoints(config))
  const refused = await start(path, config)
  return saysUnbuilt(refused, config) ? start(path, withoutEndpoints(config)) : refused
}

const isUnbuilt = ({ endpoints }: Config) => endpoints !== undefined && unbuilt.has(JSON.stringify(endpoints))

function saysUnbuilt(refused: string | undefined, { endpoints }: Config): boolean {
  if (refused === undefined || !NO_WIREGUARD.test(refused)) return false
  unbuilt.add(JSON.stringify(endpoints))
  return true
}

/** Undefined for a text that is no JSON. */
function configOf(text: string): Config | undefined {
  try {
    const config: unknown = JSON.parse(text)
    return isRecord(config) ? config : undefined
  } catch {
    return undefined
  }
}

/** Starts sing-box with a config that is on loopback already, does the work, and stops it. */
export function withSingbox<T>(
  path: string,
  config: Config,
  work: (running: Running) => Promise<T>,
  env?: Record<string, string>,
): Promise<T> {
  return withProgram(
    path,
    config,
    { args: (folder, file) => ['run', '-D', folder, '-c', file, '--disable-color'], started: STARTED, env },
    work,
  )
}

async function check(path: string, text: string): Promise<string | undefined> {
  const { code, output } = await runProgram(path, ['check', '-c', 'stdin'], text)
  return code === 0 ? undefined : output.trim() || `exit code ${code}`
}

async function start(path: string, config: Config): Promise<string | undefined> {
  const ports: LoopbackPorts = { mixed: await freePort(), controller: await freePort(), dead: await freePort() }
  try {
    await withSingbox(path, singboxOnLoopback(config, ports), async () => {})
    return undefined
  } catch (error) {
    return String(error instanceof Error ? error.message : error).trim()
  }
}

/** The config less its endpoints and what names them. */
function withoutEndpoints(config: Config): Config {
  const { endpoints, ...others } = structuredClone(config)
  const tags = new Set(maps(endpoints).map(({ tag }) => tag))
  const outbounds = maps(others['outbounds'])
  for (const outbound of outbounds) {
    const members = outbound['outbounds']
    if (!Array.isArray(members)) continue
    const left = members.filter((tag) => !tags.has(tag))
    outbound['outbounds'] = left.length > 0 ? left : [FALLBACK_TAG]
    if (tags.has(outbound['default'])) delete outbound['default']
  }
  for (const outbound of outbounds) if (tags.has(outbound['detour'])) delete outbound['detour']
  if (outbounds.some((outbound) => [outbound['outbounds']].flat().includes(FALLBACK_TAG))) {
    others['outbounds'] = [...outbounds, { type: 'direct', tag: FALLBACK_TAG }]
  }
  const route = others['route']
  if (isRecord(route) && tags.has(route['final'])) delete route['final']
  return others
}

const FALLBACK_TAG = 'in the place of endpoints'

function maps(value: unknown): Config[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
