import type { OutputAddress } from '@switchyard/contract'
import type { Deps } from '../../deps.ts'
import { OutputStore } from '../../outputs/output-store.ts'
import { Recorder } from '../../outputs/recorder.ts'
import { LONG_WAIT_MS } from '../../shared/byte-budget.ts'

/** The outputs of a person with their addresses, in clear, one after the other. `site` is where these answer. */
export function exportOutputs({ store, bytes }: Pick<Deps, 'store' | 'bytes'>) {
  const outputs = new OutputStore(store)
  const recorder = new Recorder(store)
  return async function* (userId: string, site: string) {
    for (const { id } of await outputs.list(userId)) {
      const { content } = await outputs.bytesToOpen(userId, id)
      const leave = await bytes.enterOpened({ person: userId }, content, LONG_WAIT_MS)
      try {
        const output = await outputs.require(userId, id)
        const withUrl = async (address: OutputAddress) => {
          const url = `${site}/sub/${await outputs.token(userId, id, address.id)}`
          return { ...address, url }
        }
        const addresses = await Promise.all(output.addresses.map(withUrl))
        const versions = await outputs.versions(userId, id)
        yield { ...output, addresses, versions, record: await recorder.read(userId, id) }
      } finally {
        leave()
      }
    }
  }
}
