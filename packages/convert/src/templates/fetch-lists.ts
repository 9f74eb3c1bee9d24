import { listAttempts } from './list-mirrors.ts'

/** Asks one address for a text; a text that cannot be had is a rejected promise. The engine has no network of its own. */
export type FetchList = (from: string, list: string) => Promise<string>

/** The texts of a plan by address, and the lists that no attempt brought, each with the result of its last attempt. */
export interface FetchedLists {
  lists: Map<string, string>
  failed: { address: string; cause: unknown }[]
}

const FETCHES_AT_ONCE = 6

export interface FetchListsOptions {
  /** Asked in order where the list's own address does not answer. */
  mirrors?: readonly string[]
  /** The places to ask for a list, in order: in place of its own address and the mirrors. */
  placesOf?: (address: string) => readonly string[]
  atOnce?: number
}

/**
 * Fetches the lists of a plan, as `planLists` names them: a few at once, each from its own address and then from the
 * mirrors in order. `rules.lists` takes the texts.
 */
export async function fetchLists(
  plan: readonly string[],
  fetch: FetchList,
  { mirrors = [], placesOf = (address) => listAttempts(address, mirrors), atOnce = FETCHES_AT_ONCE }: FetchListsOptions = {}, // oxfmt-ignore
): Promise<FetchedLists> {
  const lists = new Map<string, string>()
  const failed: FetchedLists['failed'] = []
  let next = 0
  const work = async () => {
    while (next < plan.length) {
      const address = plan[next++]!
      let cause: unknown
      for (const from of placesOf(address)) {
        try {
          lists.set(address, await fetch(from, address))
          break
        } catch (error) {
          cause = error
        }
      }
      if (!lists.has(address)) failed.push({ address, cause })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { lists, failed }
}
