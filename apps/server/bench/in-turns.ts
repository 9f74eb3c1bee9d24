import { quantile, round } from './figures.ts'
import { mostRequests, type MostRequests } from './most-requests.ts'
import type { ServerProcess } from './start-server.ts'

/** One token of an output is answered 120 times a minute: 1,000 outputs bear this many. */
const ROUNDS = 6
const REQUESTS = 8000

interface Side {
  server: ServerProcess
  paths: readonly string[]
}

/** How many requests ours bears and how many a bare route does, in rounds that take turns: medians, and of the ratios too. */
export async function inTurns(
  ours: Side,
  bare: Side,
  headers: Readonly<Record<string, string>>,
): Promise<{ ours: MostRequests; bare: MostRequests; ratio: number }> {
  const rounds: { ours: MostRequests; bare: MostRequests }[] = []
  const measure = ({ server, paths }: Side) => mostRequests(server, paths, { requests: REQUESTS, headers })
  // The first round renders, and lets both compile what is asked often.
  for (let at = 0; at <= ROUNDS; at++) rounds.push({ ours: await measure(ours), bare: await measure(bare) })
  const warm = rounds.slice(1)
  const median = (side: 'ours' | 'bare'): MostRequests => ({
    perSecond: quantile(warm.map((each) => each[side].perSecond), 0.5),
    cpuMicroseconds: quantile(warm.map((each) => each[side].cpuMicroseconds), 0.5),
  }) // oxfmt-ignore
  const ratios = warm.map((each) => each.bare.cpuMicroseconds / each.ours.cpuMicroseconds)
  return { ours: median('ours'), bare: median('bare'), ratio: round(quantile(ratios, 0.5)) }
}
