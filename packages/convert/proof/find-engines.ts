import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const SING_BOX_VERSION = '1.14.1'
export const XRAY_VERSION = '26.3.27'
export const SCHEMA_VERSION = '1.19.24'

/** Where `npm run engines` puts what it builds and fetches. */
export const ENGINES_FOLDER = fileURLToPath(new URL('../../../.engines', import.meta.url))

const EXE = process.platform === 'win32' ? '.exe' : ''
const VERSION_TIMEOUT_MS = 20_000

export type EngineName =
  | 'sing-box'
  | 'sing-box-1.12'
  | 'sing-box-1.13'
  | 'xray'
  | 'xray-26.6'
  | 'meta-json-schema'
  | 'mihomo'

/** A program, or a schema, that judges what we write. */
export interface Engine {
  name: EngineName
  /** The program, or the schema's JSON file; absent where this machine has none. */
  path: string | undefined
  /** As it tells it itself: 1.14.1. */
  version: string | undefined
  howToGet: string
}

interface Lookup {
  howToGet: string
  /** Where it may be, best first. */
  places: () => (string | undefined)[]
  version: (path: string) => string | undefined
}

const xrayVersion = versionFrom(['version'], /^Xray (\S+)/)
const singBoxVersion = versionFrom(['version'], /sing-box version v?(\S+)/)

const LOOKUPS: Record<EngineName, Lookup> = {
  'sing-box': {
    howToGet: `npm run engines builds sing-box ${SING_BOX_VERSION} with Go 1.26, or SING_BOX_BIN names one`,
    places: () => [process.env.SING_BOX_BIN, onPath('sing-box'), builtEngine('sing-box')],
    version: singBoxVersion,
  },
  'sing-box-1.12': {
    howToGet: 'SING_BOX_BIN_1_12 names a sing-box 1.12',
    places: () => [process.env.SING_BOX_BIN_1_12],
    version: singBoxVersion,
  },
  'sing-box-1.13': {
    howToGet: 'SING_BOX_BIN_1_13 names a sing-box 1.13',
    places: () => [process.env.SING_BOX_BIN_1_13],
    version: singBoxVersion,
  },
  xray: {
    howToGet: `npm run engines builds Xray ${XRAY_VERSION} with Go 1.26`,
    places: () => [builtEngine('xray')],
    version: xrayVersion,
  },
  'xray-26.6': {
    howToGet: 'XRAY_BIN_26_6 names an Xray 26.6 or later',
    places: () => [process.env.XRAY_BIN_26_6],
    version: xrayVersion,
  },
  'meta-json-schema': {
    howToGet: `npm run engines fetches meta-json-schema ${SCHEMA_VERSION} with npm`,
    places: () => [join(ENGINES_FOLDER, 'meta-json-schema', 'schemas', 'meta-json-schema.json')],
    version: (path) => JSON.parse(readFileSync(join(path, '..', '..', 'package.json'), 'utf8')).version,
  },
  mihomo: {
    howToGet: 'install mihomo (https://github.com/MetaCubeX/mihomo/releases) on PATH, or MIHOMO_BIN names one',
    places: () => [process.env.MIHOMO_BIN, onPath('mihomo')],
    version: versionFrom(['-v'], /Mihomo (?:Meta )?v?(\S+)/i),
  },
}

let found: Record<EngineName, Engine> | undefined

/** Every engine by name, with the path where this machine has it and a sentence on how to get it. Looked up once. */
export function findEngines(): Record<EngineName, Engine> {
  found ??= lookUpEngines()
  return found
}

/** The same, looked up anew. */
export function lookUpEngines(): Record<EngineName, Engine> {
  const names = Object.keys(LOOKUPS) as EngineName[]
  return Object.fromEntries(names.map((name) => [name, lookUp(name)])) as Record<EngineName, Engine>
}

/** Where `npm run engines` puts a program: .engines/sing-box. */
export function builtEngine(program: 'sing-box' | 'xray'): string {
  return join(ENGINES_FOLDER, program + EXE)
}

/** What the program there calls its version, or undefined when it does not run. */
export function engineVersion(name: EngineName, path: string): string | undefined {
  return existsSync(path) ? LOOKUPS[name].version(path) : undefined
}

function lookUp(name: EngineName): Engine {
  const { howToGet, places } = LOOKUPS[name]
  for (const path of places()) {
    const version = path && engineVersion(name, path)
    if (version) return { name, path, version, howToGet }
  }
  return { name, path: undefined, version: undefined, howToGet }
}

function versionFrom(args: string[], pattern: RegExp) {
  return (path: string): string | undefined => {
    const { stdout } = spawnSync(path, args, { encoding: 'utf8', timeout: VERSION_TIMEOUT_MS })
    return pattern.exec(stdout ?? '')?.[1]
  }
}

function onPath(program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, program + EXE)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
