import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const GITEA_VERSION = '1.25.0'

const ENGINES_FOLDER = fileURLToPath(new URL('../../../.engines', import.meta.url))
/** The program, and beside it the folders that it reads while it runs. */
export const GITEA_FOLDER = join(ENGINES_FOLDER, 'gitea')
export const HOW_TO_GET_GITEA = `npm run engines -- gitea builds Gitea ${GITEA_VERSION} with Go 1.26, gcc and git`

/** The path of the built server, or undefined when it is not there or does not run. */
export function findGitea(): string | undefined {
  const path = join(GITEA_FOLDER, process.platform === 'win32' ? 'gitea.exe' : 'gitea')
  if (!existsSync(path)) return undefined
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return /(?:Gitea|gitea) version (\S+)/.exec(stdout ?? '')?.[1] === GITEA_VERSION ? path : undefined
}
