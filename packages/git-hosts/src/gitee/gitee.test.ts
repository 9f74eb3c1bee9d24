import { describe } from 'vitest'
import { startFakeGitee } from '../../test/fake-gitee.ts'
import { hostContract } from '../../test/host-contract.ts'

describe('a fake of Gitee', () => {
  const server = startFakeGitee()
  hostContract(() => server)
})
