import { expect, test } from 'vitest'
import { killedCopies } from '../bench/killed-copies.ts'
import { noRedis } from '../test/redis-server.ts'

const SECONDS = 60
const TIMEOUT_MS = 240_000

// It needs the page as it was built, three servers and a minute: `npm run test:long`, and `npm run bench -- --server copies`.
test.skipIf(!process.env['LONG_TESTS'] || noRedis !== undefined)(
  'copies that are killed every five seconds fail no request but those on the killed connection',
  { timeout: TIMEOUT_MS },
  async () => {
    const { kills, requests, failed, lost, wrongPasswords, asked, sources } = await killedCopies(SECONDS)
    expect(kills).toBeGreaterThan(8)
    expect(requests).toBeGreaterThan(1000)
    expect([failed, lost]).toEqual([[], 0])
    // A try whose connection was cut counts, and its answer is not seen.
    expect(wrongPasswords).toBeLessThanOrEqual(5)
    const [fewest, most] = asked
    expect(fewest).toBe(1)
    // A source may be asked again where the copy that asked it was killed before it kept the answer.
    expect(most).toBeLessThanOrEqual(2)
    expect(sources).toBeGreaterThan(10)
  },
)
