import { useSyncExternalStore } from 'react'
import { createStore } from '../../../lib/store.ts'

type Flags = Readonly<Record<string, string>>

const loaded = createStore<Flags | undefined>(undefined)
const addresses = new Map<string, string>()
let asked = false

function follow(listener: () => void): () => void {
  if (!asked) {
    asked = true
    import('./flags.ts').then(
      ({ FLAGS }) => loaded.set(FLAGS),
      () => {
        // Without flags the codes beside them still say it.
      },
    )
  }
  return loaded.subscribe(listener)
}

/** The flag of a region, beside its code, which says it in words. Regions without one show nothing. */
export function Flag({ code }: { code: string }) {
  const flags = useSyncExternalStore(follow, loaded.get, () => undefined)
  const drawn = flags?.[code]
  if (!drawn) return null
  return <img src={addressOf(code, drawn)} alt="" className="size-4 shrink-0 rounded-full" draggable={false} />
}

function addressOf(code: string, drawn: string): string {
  const known = addresses.get(code)
  if (known) return known
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 512 512'>${drawn}</svg>`
  const address = `data:image/svg+xml,${encodeURIComponent(svg)}`
  addresses.set(code, address)
  return address
}
