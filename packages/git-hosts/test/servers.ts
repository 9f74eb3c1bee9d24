import { startFakeGitee } from './fake-gitee.ts'
import { startFakeGitLab } from './fake-gitlab.ts'
import { findGitea, HOW_TO_GET_GITEA } from './find-gitea.ts'
import { startGitea } from './gitea-server.ts'
import { startGitHubEmulator } from './github-emulator.ts'
import type { TestServer } from './test-server.ts'

interface KnownServer {
  name: string
  /** Why it cannot be started here. */
  missing?: string
  start: () => Promise<TestServer>
  /** Longer than it takes for any answer. */
  patienceMs: number
  /** How much longer a test takes than on the others. */
  isSlow?: true
}

const program = findGitea()

/** All that answers as a Git host here. */
export const SERVERS: readonly KnownServer[] = [
  { name: 'GitHub (emulate)', start: startGitHubEmulator, patienceMs: 400 },
  { name: 'GitLab (fake)', start: async () => startFakeGitLab(), patienceMs: 60 },
  { name: 'Gitee (fake)', start: async () => startFakeGitee(), patienceMs: 60 },
  {
    name: 'Gitea',
    missing: program ? undefined : HOW_TO_GET_GITEA,
    start: () => startGitea(program!),
    patienceMs: 4000,
    isSlow: true,
  },
]
