import { expect, test } from 'vitest'
import { killRounds } from '../bench/kill-rounds.ts'

const KILLS = process.env.LONG_TESTS ? 20 : 1
const TIMEOUT_MS = 240_000

test(
  'a server that is killed in the middle of writes loses none that it acknowledged',
  async () => {
    const { acknowledged, lost, integrity } = await killRounds(KILLS)
    expect(lost).toEqual([])
    expect(integrity).toBe('ok')
    expect(acknowledged).toBeGreaterThanOrEqual(KILLS)
  },
  TIMEOUT_MS,
)
