import { useEffect, useState } from 'react'
import type { FoundImport } from '@switchyard/recipe'
import { importOfAddress } from '../../components/engine/recipe-files.ts'

/** What the query of a converter's address has. Only such an address is looked at any closer. */
const SOURCES_IN_QUERY = /^https?:\/\/[^?#\s]+\?(?:[^#\s]*&)?(?:url|config)=[^&\s]/i

/** The sources that stand in an address of a converter, as it is typed; none where it is no such address. It is not opened. */
export function useConverterAddress(text: string): FoundImport | undefined {
  const address = SOURCES_IN_QUERY.test(text) ? text : undefined
  const [read, setRead] = useState<{ address: string; found: FoundImport }>()
  useEffect(() => {
    if (address === undefined) return undefined
    let isLeft = false
    const take = (found: Awaited<ReturnType<typeof importOfAddress>>) => {
      if (!isLeft && !('mistake' in found)) setRead({ address, found })
    }
    // Without its worker it is an address like any other.
    importOfAddress(address).then(take, () => undefined)
    return () => {
      isLeft = true
    }
  }, [address])
  return read?.address === address ? read?.found : undefined
}
