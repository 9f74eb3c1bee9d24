import { describe } from 'vitest'
import { startFakeGitLab } from '../../test/fake-gitlab.ts'
import { hostContract } from '../../test/host-contract.ts'

describe('a fake of GitLab', () => {
  const server = startFakeGitLab()
  hostContract(() => server)
})
