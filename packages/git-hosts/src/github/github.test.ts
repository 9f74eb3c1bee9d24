import { afterAll, beforeAll } from 'vitest'
import { startGitHubEmulator } from '../../test/github-emulator.ts'
import { hostContract } from '../../test/host-contract.ts'
import type { TestServer } from '../../test/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startGitHubEmulator()
})
afterAll(() => server.close())

hostContract(() => server)
