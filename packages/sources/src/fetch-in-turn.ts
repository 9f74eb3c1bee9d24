import { isWebPage } from './web-page.ts'

/** Who asks. Providers choose the format of their answer by it. */
export const USER_AGENTS = {
  switchyard: 'Switchyard/0.1',
  mihomo: 'clash.meta/1.19.24',
  'sing-box': 'sing-box/1.14.1',
  'clash-verge': 'clash-verge/v2.4.3',
  v2rayN: 'v2rayN/7.16.3',
  Shadowrocket: 'Shadowrocket/2070 CFNetwork/1498.700.2 Darwin/23.6.0',
} as const

/**
 * In which order a subscription is asked for. As mihomo first: it is answered in YAML, with traffic and expiry. Some
 * providers answer that name with a web page or with an empty list, and another one with nodes.
 */
export const CLIENT_AGENTS: readonly [string, ...string[]] = [USER_AGENTS.mihomo, USER_AGENTS['sing-box']]

interface Asking<Answer> {
  /** Asks once under this name. */
  fetch: (userAgent: string) => Promise<Answer>
  textOf: (answer: Answer) => string
  hasNodes: (text: string) => boolean | Promise<boolean>
}

/**
 * Asks under each name in turn, until an answer has nodes. Where none has, the first one that is no web page is given, and
 * else the first one. A failure of the first request is thrown; what fails later changes nothing.
 */
export async function fetchInTurn<Answer>(
  agents: readonly [string, ...string[]],
  { fetch, textOf, hasNodes }: Asking<Answer>,
): Promise<Answer> {
  const [wanted, ...others] = agents
  let best = await fetch(wanted)
  for (const agent of others) {
    if (!isWebPage(textOf(best)) && (await hasNodes(textOf(best)))) return best
    const next = await fetch(agent).catch(() => undefined)
    if (next === undefined || isWebPage(textOf(next))) continue
    if (isWebPage(textOf(best)) || (await hasNodes(textOf(next)))) best = next
  }
  return best
}
