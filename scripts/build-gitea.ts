// Builds a Gitea server for the tests of the Git hosts: a real server with an API that nobody here wrote.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GITEA_VERSION } from '../packages/git-hosts/test/find-gitea.ts'

const MODULE = 'code.gitea.io/gitea'
// Gitea asks for these forks in its own go.mod, so `go install` refuses it: a module of its own repeats them.
const GO_MOD = `module switchyard.invalid/gitea-build

go 1.26

require ${MODULE} v${GITEA_VERSION}

replace github.com/jaytaylor/html2text => github.com/Necoro/html2text v0.0.0-20250804200300-7bf1ce1c7347

replace github.com/hashicorp/go-version => github.com/6543/go-version v1.3.1

replace github.com/nektos/act => gitea.com/gitea/act v0.261.7-0.20251003180512-ac6e4b751763

replace git.sr.ht/~mariusor/go-xsd-duration => gitea.com/gitea/go-xsd-duration v0.0.0-20220703122237-02e73435a078
`
/** What the server reads while it runs. */
const READ_AT_RUN = ['options', 'templates', 'public']

/** Fills an empty folder with the program and what it reads. */
export function buildGitea(folder: string) {
  writeFileSync(join(folder, 'go.mod'), GO_MOD)
  go(
    folder,
    'build',
    '-tags',
    'sqlite sqlite_unlock_notify',
    '-ldflags',
    `-s -w -X main.Version=${GITEA_VERSION}`,
    '-o',
    process.platform === 'win32' ? 'gitea.exe' : 'gitea',
    MODULE,
  )
  const sources = go(folder, 'list', '-m', '-f', '{{.Dir}}', MODULE).trim()
  for (const name of READ_AT_RUN) {
    cpSync(join(sources, name), join(folder, name), { recursive: true })
    // Go keeps its modules read-only, and a folder like that cannot be removed again.
    for (const path of readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }))
      chmodSync(join(folder, name, path), 0o755)
  }
}

function go(folder: string, ...args: string[]): string {
  const { status, error, stdout } = spawnSync('go', args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, GOFLAGS: '-mod=mod', CGO_ENABLED: '1' },
    stdio: ['ignore', 'pipe', 2],
  })
  if (error) throw error
  if (status !== 0) throw new Error(`go ${args[0]} failed, see above`)
  return stdout
}
