import { STORAGE_HOST, type GitAccount } from '../git-accounts/git-account.ts'
import type { FileSpace, Place } from './place.ts'

/** That of our own server: whoever is signed in has it. */
export const OWN_STORAGE_ID = 'storage'

/** The id of the place that an account at another server is. */
export const storagePlaceId = ({ id }: Pick<GitAccount, 'id'>): string => `${STORAGE_HOST}.${id}`

/** The files of a storage service: each root is a bucket. What asks the service is loaded when it is first asked. */
export function storagePlace(account?: GitAccount): Place {
  const storage = async () => (await import('../storage/storage-of.ts')).storageOf(account)
  return {
    id: account ? storagePlaceId(account) : OWN_STORAGE_ID,
    kind: 'storage',
    name: account?.name ?? '',
    storage,
    space(bucket) {
      const there = async (): Promise<FileSpace> =>
        (await import('../storage/storage-space.ts')).storageSpace(await storage(), bucket)
      return {
        list: async (folder, paging) => (await there()).list(folder, paging),
        tree: async () => (await there()).tree(),
        read: async (path) => (await there()).read(path),
        write: async (request) => (await there()).write(request),
        upload: async (path, file, options) => (await there()).upload?.(path, file, options),
        folders: {
          make: async (path) => (await there()).folders?.make(path),
          remove: async (path) => (await there()).folders?.remove(path),
          move: async (from, to) => (await there()).folders?.move(from, to),
        },
      }
    },
  }
}

/** That of our own server. */
export const OWN_STORAGE = storagePlace()
