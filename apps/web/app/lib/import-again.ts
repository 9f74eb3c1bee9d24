declare global {
  /** What the build writes behind every lazy import (chunks-again.ts). */
  var importAgain: typeof importChunkAgain
}

type Load = (address: string) => Promise<unknown>

const QUERY = 'again'

const load: Load = (address) => import(/* @vite-ignore */ address) as Promise<unknown>

/** Chunks that came under another address, by their own: who asks once more gets the same module. */
const loaded = new Map<string, Promise<unknown>>()
let tries = 0

/**
 * A chunk that did not load, asked for under another address: some browsers remember that an address failed, and answer
 * so without asking the server, as long as the page is open.
 */
export function importChunkAgain(address: string, loadFrom: Load = load): Promise<unknown> {
  const known = loaded.get(address)
  if (known) return known
  tries++
  const again = loadFrom(`${address}?${QUERY}=${tries}`)
  loaded.set(address, again)
  again.catch(() => loaded.delete(address))
  return again
}

/** The address that a chunk has among the files of the build. */
export function withoutTry(address: URL): URL {
  const plain = new URL(address)
  plain.searchParams.delete(QUERY)
  return plain
}
