import { DEVICE_PLACE } from './device-place.ts'

/** All files of this device as one archive; undefined where there is none. */
export async function deviceArchive(): Promise<Blob | undefined> {
  const space = DEVICE_PLACE.space('', '')
  const paths = (await space.tree()).entries.filter(({ kind }) => kind === 'file').map(({ path }) => path)
  if (paths.length === 0) return undefined
  const { zipFiles } = await import('./zip-files.ts')
  return zipFiles(await Promise.all(paths.map(async (path) => ({ path, bytes: (await space.read(path)).bytes }))))
}
