import { afterAll, beforeAll, describe } from 'vitest'
import { findGitea, HOW_TO_GET_GITEA } from '../../test/find-gitea.ts'
import { startGitea } from '../../test/gitea-server.ts'
import { hostContract } from '../../test/host-contract.ts'
import type { TestServer } from '../../test/test-server.ts'

const program = findGitea()

describe.skipIf(!program)(program ? 'a real Gitea' : `a real Gitea (${HOW_TO_GET_GITEA})`, () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startGitea(program!)
  })
  afterAll(() => server.close())

  hostContract(() => server)
})
