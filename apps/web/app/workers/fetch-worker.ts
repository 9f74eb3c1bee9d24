import { readSubscriptionInfo } from '@switchyard/convert'
import { type EncodingName, readBytes, type ReadFailure } from '@switchyard/sources'
import { expose } from 'comlink'
import { TEXT_MAX_BYTES } from '../lib/read-text-file.ts'
import type { SubscriptionInfo } from './conversion-types.ts'

// The only script of the page whose own policy lets it reach other sites. It sends no cookie and says not where it is.

const TIME_MAX_MS = 20_000

export type FetchFailure = 'refused' | 'timeout' | ReadFailure | 'bad-status' | 'not-a-subscription' | 'address'
export type FetchedText =
  | { text: string; encoding?: EncodingName; subscription?: SubscriptionInfo }
  | { error: FetchFailure; status?: number }

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
      const read = await readBounded(response)
      if ('error' in read) return read
      const { text, encoding } = read
      // What a login page or a blocked request answers.
      if (/^\s*<(?:!doctype|html)\b/i.test(text)) return { error: 'not-a-subscription' }
      const subscription = subscriptionInfo(response.headers)
      return { text, encoding, ...(subscription ? { subscription } : {}) }
    } catch (error) {
      return { error: error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'refused' }
    }
  },
}

async function readBounded(response: Response): ReturnType<typeof readBytes> {
  const reader = response.body?.getReader()
  if (!reader) return { text: '', encoding: 'utf-8', bytes: 0 }
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > TEXT_MAX_BYTES) {
      await reader.cancel()
      return { error: 'too-large' }
    }
    chunks.push(value)
  }
  return readBytes(new Uint8Array(await new Blob(chunks).arrayBuffer()), TEXT_MAX_BYTES)
}

const NAME = 'subscription-userinfo'

/** Traffic and expiry that a response tells. Some panels put a prefix before the header's name. */
function subscriptionInfo(headers: Headers): SubscriptionInfo | undefined {
  const text = headers.get(NAME) ?? [...headers].find(([name]) => name.endsWith(NAME))?.[1]
  return text ? readSubscriptionInfo(text) : undefined
}

export type FetchWorkerApi = typeof api

expose(api)
