import { useState } from 'react'
import type { SubscriptionAddress } from '@switchyard/recipe/model'
import { hostOf, isPlainHttp } from '../../components/engine/host-of.ts'
import type { HandedFile } from '../../components/handover/handover.ts'
import { randomId } from '../../lib/random-id.ts'
import { createStore, useStore } from '../../lib/store.ts'
import type { FetchedText, BrowserFetchFailure } from '../../workers/fetch-worker.ts'

/** What an address says, however it was read. */
type Answer = Pick<HandedFile, 'text'> & Partial<Pick<HandedFile, 'encoding' | 'subscription'>>

/** One of the addresses became a source; its line leaves the box. */
type OnFile = (address: SubscriptionAddress, file: HandedFile) => void

/** Why an address gave nothing. */
export interface Refused {
  error?: BrowserFetchFailure | 'empty'
  httpStatus?: number | undefined
}

interface State {
  /** Those that were asked, each with what ends the request. */
  fetching: ReadonlyMap<string, AbortController>
  refused: ReadonlyMap<string, Refused>
}

const NOTHING: State = { fetching: new Map(), refused: new Map() }

/** Addresses in the box that a person has fetched. */
export function useToFetch(onFile: OnFile) {
  const [all] = useState(() => createToFetch(askBrowser))
  return {
    ...useStore(all.state),
    take: (address: SubscriptionAddress, answer: Answer) => all.take(address, answer, onFile),
    fetch: (addresses: readonly SubscriptionAddress[]) => {
      for (const address of addresses) void all.fetch(address, onFile)
    },
    clear: () => all.clear(),
  }
}

async function askBrowser(url: string, signal: AbortSignal): Promise<FetchedText> {
  const { fetchText } = await import('../../components/engine/fetch-client.ts')
  return fetchText(url, signal)
}

/** What is asked, and what was refused; `ask` reads one address. */
export function createToFetch(ask: typeof askBrowser) {
  const state = createStore(NOTHING)
  const refuse = (url: string, why: Refused | undefined) =>
    state.set((now) => ({ ...now, refused: withEntry(now.refused, url, why) }))
  const asks = (url: string, request: AbortController | undefined) =>
    state.set((now) => ({ ...now, fetching: withEntry(now.fetching, url, request) }))

  const take = (address: SubscriptionAddress, { text, encoding, subscription }: Answer, onFile: OnFile) => {
    const { url } = address
    refuse(url, undefined)
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
  return {
    state,
    take,
    async fetch(address: SubscriptionAddress, onFile: OnFile): Promise<void> {
      const { url } = address
      if (state.get().fetching.has(url)) return
      // Nothing is sent to such an address: the other ways are offered at once.
      if (isPlainHttp(url)) return refuse(url, {})
      refuse(url, undefined)
      const request = new AbortController()
      asks(url, request)
      const answer = await ask(url, request.signal).finally(() => request.signal.aborted || asks(url, undefined))
      if (request.signal.aborted) return
      if ('error' in answer) refuse(url, { error: answer.error, httpStatus: answer.status })
      else if (answer.text.trim() === '') refuse(url, { error: 'empty' })
      else take(address, answer, onFile)
    },
    /** What is still on its way is not wanted any more. */
    clear() {
      for (const request of state.get().fetching.values()) request.abort()
      state.set(NOTHING)
    },
  }
}

function withEntry<V>(map: ReadonlyMap<string, V>, key: string, value: V | undefined): ReadonlyMap<string, V> {
  const next = new Map(map)
  if (value === undefined) next.delete(key)
  else next.set(key, value)
  return next
}
