import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { useApi } from '../../lib/use-loaded.ts'

/** A subscription that has an address. */
interface PublishedOutput {
  id: string
  name: string
  address: string
}

/** What a program can import: the subscriptions of who is signed in, and the address of the chosen one. */
export function usePublished(chosen: string | undefined) {
  const isSignedIn = useStore(session, undefined)?.user !== undefined
  // What is only a help says nothing when it cannot be read.
  const { data: { outputs } = { outputs: [] } } = useApi('GET /api/outputs', { quiet: true }, isSignedIn)
  const published = outputs.flatMap(({ id, kind, name, addresses: [first] }): PublishedOutput[] =>
    // A config as it is has one client: not every program of the list loads it.
    first && kind === 'recipe' ? [{ id, name, address: first.id }] : [],
  )
  const output = published.find(({ id }) => id === chosen) ?? published[0]
  const params = { output: output?.id ?? '', address: output?.address ?? '' }
  const shown = useApi('GET /api/outputs/:output/addresses/:address', { params, quiet: true }, output !== undefined)
  return { isSignedIn, published, output, url: shown.data?.url }
}
