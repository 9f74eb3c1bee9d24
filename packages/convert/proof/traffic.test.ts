import { beforeAll, expect, test } from 'vitest'
import { findEngines } from './find-engines.ts'
import { type Carried, caseName, runTraffic, trafficPairs } from './traffic.ts'
import { engineTest } from './engine-test.ts'
import { TRAFFIC_CASES, clientsOf } from './traffic-cases.ts'

/** Longest is the wait for two hops; all pairs together stay well below. */
const TIMEOUT_MS = 180_000

const results: Carried[] = []

// One run for all: the servers start once, and every test looks up what came of its pair.
beforeAll(async () => {
  results.push(...(await runTraffic(trafficPairs())))
}, TIMEOUT_MS)

for (const one of TRAFFIC_CASES) {
  for (const client of clientsOf(one)) {
    engineTest(['sing-box', one.server, client], `a page comes through ${client} by ${caseName(one)}`, () => {
      const result = results.find((result) => result.case === one && result.client === client)
      expect(result).toBeDefined()
      expect(result?.failure).toBeUndefined()
    })
  }
}

test('every case is tried with every client that this machine has', () => {
  const engines = findEngines()
  const servers = TRAFFIC_CASES.filter((one) => engines['sing-box'].path && engines[one.server].path)
  const wanted = servers.flatMap((one) => clientsOf(one).filter((client) => engines[client].path))
  expect(results).toHaveLength(wanted.length)
})
