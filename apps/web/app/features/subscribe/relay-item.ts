import { relay } from '../../components/api-call/relay.ts'
import { failureData } from '../../components/api-call/api-failure.ts'
import type { DeviceParts } from './device-items.ts'
import type { Item } from './item-repository.ts'

/** Has the server fetch an address once. It keeps nothing of it; where it may not be asked, that is thrown. */
export function relayed({ userAgent }: Item): DeviceParts['fetchText'] {
  return async (url) => {
    try {
      return await relay(url, userAgent)
    } catch (error) {
      const { error: code, reason, status } = failureData(error) ?? {}
      if (code !== 'fetch-failed' || reason === undefined) throw error
      // The server's reason is one of the list that the items know.
      const failure = reason as Extract<Awaited<ReturnType<DeviceParts['fetchText']>>, { error: unknown }>['error']
      return { error: failure, ...(status === undefined ? {} : { status }) }
    }
  }
}
