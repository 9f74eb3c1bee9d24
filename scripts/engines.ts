// Fills .engines/ with the programs and the schema that the proof needs, then says what is there. `-- gitea` builds the
// server that the tests of the Git hosts ask, which takes minutes, and nothing else.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  ENGINES_FOLDER,
  SCHEMA_VERSION,
  SING_BOX_VERSION,
  XRAY_VERSION,
  builtEngine,
  engineVersion,
  lookUpEngines,
} from '../packages/convert/proof/find-engines.ts'
import { findVersitygw, HOW_TO_GET_VERSITYGW, VERSITYGW, VERSITYGW_VERSION } from '../apps/server/test/versitygw.ts'
import { findGitea, GITEA_FOLDER, GITEA_VERSION, HOW_TO_GET_GITEA } from '../packages/git-hosts/test/find-gitea.ts'
import { buildGitea } from './build-gitea.ts'
import { npm } from './npm.mjs'

const OLDEST_GO_MINOR = 26
// Without the stamp sing-box forgives what released builds refuse.
const SING_BOX_STAMP = `-X github.com/sagernet/sing-box/constant.Version=${SING_BOX_VERSION} -checklinkname=0`

interface GoProgram {
  name: 'sing-box' | 'xray'
  version: string
  /** Arguments of `go install`. */
  args: string[]
}

const GO_PROGRAMS: GoProgram[] = [
  {
    name: 'sing-box',
    version: SING_BOX_VERSION,
    args: [
      '-ldflags',
      SING_BOX_STAMP,
      '-tags',
      'with_quic,with_utls,with_gvisor,with_clash_api',
      `github.com/sagernet/sing-box/cmd/sing-box@v${SING_BOX_VERSION}`,
    ],
  },
  // Xray 26.3.27 is the Go module version v1.260327.0.
  { name: 'xray', version: XRAY_VERSION, args: ['github.com/xtls/xray-core/main@v1.260327.0'] },
]

mkdirSync(ENGINES_FOLDER, { recursive: true })
const go = goVersion()
if (process.argv.includes('gitea')) {
  if (!findGitea()) makeTimed('gitea', GITEA_VERSION, makeGitea)
} else {
  for (const program of GO_PROGRAMS) ensure(program.name, program.version, () => build(program))
  ensure('meta-json-schema', SCHEMA_VERSION, fetchSchema)
  if (!findVersitygw()) makeTimed('versitygw', VERSITYGW_VERSION, buildVersitygw)
}
printTable()

/** Makes an engine unless .engines/ or a path that the user gave has it. */
function ensure(name: GoProgram['name'] | 'meta-json-schema', version: string, make: () => void) {
  const engine = lookUpEngines()[name]
  const given = engine.path && !engine.path.startsWith(ENGINES_FOLDER)
  if (!given && engine.version !== version) makeTimed(name, version, make)
}

/** A failure is told and the rest goes on. */
function makeTimed(name: string, version: string, make: () => void) {
  const start = performance.now()
  console.log(`${name} ${version}: on its way`)
  try {
    make()
    console.log(`${name} ${version}: done in ${Math.round((performance.now() - start) / 1000)} s`)
  } catch (error) {
    console.log(`${name} ${version}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function build({ name, version, args }: GoProgram) {
  goInstall(args, builtEngine(name))
  const built = engineVersion(name, builtEngine(name))
  if (built !== version) throw new Error(`the built program calls itself ${built}`)
}

/** The S3 server that the tests of the storage ask. */
function buildVersitygw() {
  const stamp = ['-ldflags', `-X main.Version=${VERSITYGW_VERSION}`]
  goInstall([...stamp, `github.com/versity/versitygw/cmd/versitygw@v${VERSITYGW_VERSION}`], VERSITYGW)
  if (!findVersitygw()) throw new Error(`the built program is not versitygw ${VERSITYGW_VERSION}`)
}

/** Builds a program, and puts it where it is looked for. */
function goInstall(args: readonly string[], place: string) {
  const issue = goIssue()
  if (issue) throw new Error(issue)
  inEmptyFolder((folder) => {
    const { status, error } = spawnSync('go', ['install', ...args], {
      env: { ...process.env, GOBIN: folder },
      stdio: ['ignore', 2, 2],
    })
    if (error) throw error
    if (status !== 0) throw new Error('go install failed, see above')
    const [binary] = readdirSync(folder)
    if (!binary) throw new Error('go install wrote nothing')
    renameSync(join(folder, binary), place)
  })
}

function makeGitea() {
  const issue = goIssue()
  if (issue) throw new Error(issue)
  inEmptyFolder((folder) => {
    buildGitea(folder)
    rmSync(GITEA_FOLDER, { recursive: true, force: true })
    renameSync(folder, GITEA_FOLDER)
  })
  if (!findGitea()) throw new Error(`the built program is not Gitea ${GITEA_VERSION}`)
}

/** Installed away from our own packages, without its scripts: its preinstall script stops every npm. */
function fetchSchema() {
  inEmptyFolder((folder) => {
    const failed = npm(
      [
        'install',
        '--prefix',
        folder,
        '--ignore-scripts',
        '--no-save',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
        `meta-json-schema@${SCHEMA_VERSION}`,
      ],
      folder,
    )
    if (failed) throw new Error('npm install failed, see above')
    const target = join(ENGINES_FOLDER, 'meta-json-schema')
    rmSync(target, { recursive: true, force: true })
    renameSync(join(folder, 'node_modules', 'meta-json-schema'), target)
  })
}

/** Work in progress stays beside its target, so that an interrupted run leaves no half engine and a move is one step. */
function inEmptyFolder(work: (folder: string) => void) {
  const folder = mkdtempSync(join(ENGINES_FOLDER, 'new-'))
  try {
    work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function goVersion() {
  const { stdout } = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' })
  const match = /^go(\d+)\.(\d+)\S*/.exec(stdout ?? '')
  return match && { text: match[0], major: Number(match[1]), minor: Number(match[2]) }
}

function goIssue(): string | undefined {
  if (!go) return `Go is not on PATH: install Go 1.${OLDEST_GO_MINOR} (https://go.dev/dl/)`
  if (go.major === 1 && go.minor < OLDEST_GO_MINOR) return `${go.text} is too old: install Go 1.${OLDEST_GO_MINOR}`
  return undefined
}

function printTable() {
  const rows = Object.values(lookUpEngines()).map(({ name, version, path, howToGet }) => [
    name,
    version ?? '-',
    path ?? `missing: ${howToGet}`,
  ])
  const gitea = findGitea()
  const s3 = findVersitygw()
  rows.push(['versitygw', s3 ? VERSITYGW_VERSION : '-', s3 ?? `missing: ${HOW_TO_GET_VERSITYGW}`])
  rows.push(['gitea', gitea ? GITEA_VERSION : '-', gitea ?? `missing: ${HOW_TO_GET_GITEA}`])
  rows.unshift(['engine', 'version', 'where'])
  rows.push(['go', go?.text.slice(2) ?? '-', goIssue() ?? 'on PATH'])
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  for (const [name, version, where] of rows)
    console.log(`${name!.padEnd(widths[0]!)}  ${version!.padEnd(widths[1]!)}  ${where}`)
}
