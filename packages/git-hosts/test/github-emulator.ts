import { createGitHost, github } from '@switchyard/git-hosts'
import { createEmulator } from 'emulate'
import { NO_WAIT, type TestServer } from './test-server.ts'

// Each has 5,000 calls an hour, as on GitHub.
const TOKENS = Array.from({ length: 30 }, (_, at) => `token-of-ana-${at}`)
const LOGIN = 'ana'

/** GitHub as `emulate` has it, on loopback: https://emulate.dev. Its commits, trees and ids are those of git. */
export async function startGitHubEmulator(): Promise<TestServer> {
  const emulator = await createEmulator({
    service: 'github',
    port: 0,
    seed: {
      tokens: Object.fromEntries(TOKENS.map((token) => [token, { login: LOGIN, scopes: ['repo'] }])),
      github: { users: [{ login: LOGIN, name: 'Ana' }] },
    },
  })
  let made = 0
  let connected = 0
  return {
    fetch,
    login: LOGIN,
    defaultBranch: 'main',
    keepsProtection: false,
    connect: (options = {}) =>
      createGitHost(github, {
        base: emulator.url,
        token: TOKENS[connected++ % TOKENS.length]!,
        fetch,
        wait: NO_WAIT,
        ...options,
      }),
    async newRepository(isEmpty = false) {
      const name = `files-${++made}`
      const response = await fetch(`${emulator.url}/user/repos`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKENS[0]}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name, auto_init: !isEmpty }),
      })
      if (!response.ok) throw new Error(`no repository: ${response.status} ${await response.text()}`)
      return `${LOGIN}/${name}`
    },
    close: () => emulator.close(),
  }
}
