import { useRef, useState } from 'react'
import type { SubscriptionAddress } from '@switchyard/recipe/model'
import { hostOf, isPlainHttp } from '../../components/engine/host-of.ts'
import type { HandedFile } from '../../components/handover/handover.ts'
import type { FetchFailure } from '../../workers/fetch-worker.ts'
import { randomId } from '../../lib/random-id.ts'

/** What an address says, however it was read. */
type Answer = Pick<HandedFile, 'text'> & Partial<Pick<HandedFile, 'encoding' | 'subscription'>>

/** Why an address gave nothing. */
export interface Refused {
  error?: FetchFailure | 'empty'
  httpStatus?: number | undefined
}

/** Addresses in the box that a person has fetched. `onFile`: one of them became a source; its line leaves the box. */
export function useToFetch(onFile: (address: SubscriptionAddress, file: HandedFile) => void) {
  const [fetching, setFetching] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<ReadonlyMap<string, Refused>>(new Map())
  const isGone = useRef<ReadonlySet<string>>(new Set())

  const refuse = (url: string, why: Refused | undefined) =>
    setRefused((all) => {
      const next = new Map(all)
      if (why) next.set(url, why)
      else next.delete(url)
      return next
    })
  const take = (address: SubscriptionAddress, answer: Answer) => {
    const { url } = address
    refuse(url, undefined)
    const { text, encoding, subscription } = answer
    onFile(address, {
      id: randomId(),
      name: hostOf(url),
      url,
      text,
      at: Date.now(),
      ...(encoding ? { encoding } : {}),
      ...(subscription ? { subscription } : {}),
    })
  }
  const fetchOne = async (address: SubscriptionAddress) => {
    const { url } = address
    // Nothing is sent to such an address: the other ways are offered at once.
    if (isPlainHttp(url)) return refuse(url, {})
    refuse(url, undefined)
    setFetching((all) => new Set(all).add(url))
    const { fetchText } = await import('../../components/engine/fetch-client.ts')
    const answer = await fetchText(url)
    setFetching((all) => all.difference(new Set([url])))
    // The box was emptied meanwhile.
    if (isGone.current.has(url)) return undefined
    if ('error' in answer) return refuse(url, { error: answer.error, httpStatus: answer.status })
    return answer.text.trim() === '' ? refuse(url, { error: 'empty' }) : take(address, answer)
  }
  return {
    fetching,
    refused,
    take,
    fetch: (addresses: readonly SubscriptionAddress[]) => {
      isGone.current = new Set()
      for (const address of addresses) void fetchOne(address)
    },
    /** What is still on its way is not wanted any more. */
    clear: () => {
      isGone.current = isGone.current.union(fetching)
      setRefused(new Map())
    },
  }
}
