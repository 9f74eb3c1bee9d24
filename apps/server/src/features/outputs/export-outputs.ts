import type { OutputAddress } from '@switchyard/contract'
import type { ServerStore } from '../../db/open-store.ts'
import { OutputStore } from '../../outputs/output-store.ts'
import { Recorder } from '../../outputs/recorder.ts'

/** The outputs of a person with their addresses, in clear. `site` is where these answer. */
export function exportOutputs(store: ServerStore) {
  const outputs = new OutputStore(store)
  const recorder = new Recorder(store)
  return async (userId: string, site: string) => {
    const inClear = async ({ id }: { id: string }) => {
      const output = await outputs.require(userId, id)
      const withUrl = async (address: OutputAddress) => {
        const url = `${site}/sub/${await outputs.token(userId, id, address.id)}`
        return { ...address, url }
      }
      const addresses = await Promise.all(output.addresses.map(withUrl))
      const versions = await outputs.versions(userId, id)
      return { ...output, addresses, versions, record: await recorder.read(userId, id) }
    }
    return Promise.all((await outputs.list(userId)).map(inClear))
  }
}
