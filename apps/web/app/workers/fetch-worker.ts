import { readSubscriptionInfo } from '@switchyard/convert'
import { expose } from 'comlink'
import { decodeText } from '../lib/read-text-file.ts'
import type { SubscriptionInfo } from './conversion-types.ts'

// The only script of the page whose own policy lets it reach other sites. It sends no cookie and says not where it is.

const TEXT_MAX_BYTES = 64 * 1024 * 1024
const TIME_MAX_MS = 20_000

export type FetchFailure = 'refused' | 'timeout' | 'too-large' | 'bad-status' | 'not-a-subscription' | 'address'
export type FetchedText = { text: string; subscription?: SubscriptionInfo } | { error: FetchFailure; status?: number }

const api = {
  async text(address: string): Promise<FetchedText> {
    if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) return { error: 'address' }
    try {
      const response = await fetch(address, {
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        signal: AbortSignal.timeout(TIME_MAX_MS),
      })
      if (!response.ok) return { error: 'bad-status', status: response.status }
      const text = await readBounded(response)
      if (text === undefined) return { error: 'too-large' }
      // What a login page or a blocked request answers.
      if (/^\s*<(?:!doctype|html)\b/i.test(text)) return { error: 'not-a-subscription' }
      const subscription = subscriptionInfo(response.headers)
      return subscription ? { text, subscription } : { text }
    } catch (error) {
      return { error: error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'refused' }
    }
  },
}

async function readBounded(response: Response): Promise<string | undefined> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > TEXT_MAX_BYTES) {
      await reader.cancel()
      return undefined
    }
    chunks.push(value)
  }
  return decodeText(await new Blob(chunks).arrayBuffer())
}

const NAME = 'subscription-userinfo'

/** Traffic and expiry that a response tells. Some panels put a prefix before the header's name. */
function subscriptionInfo(headers: Headers): SubscriptionInfo | undefined {
  const text = headers.get(NAME) ?? [...headers].find(([name]) => name.endsWith(NAME))?.[1]
  return text ? readSubscriptionInfo(text) : undefined
}

export type FetchWorkerApi = typeof api

expose(api)
