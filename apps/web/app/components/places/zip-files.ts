import { zip, type Zippable } from 'fflate'

/** Files as one archive, with the folders that their paths name. */
export function zipFiles(files: readonly { path: string; bytes: Uint8Array }[]): Promise<Blob> {
  const tree: Zippable = Object.fromEntries(files.map(({ path, bytes }) => [path, bytes]))
  return new Promise((resolve, reject) => {
    zip(tree, (error, bytes) => {
      if (error) reject(error)
      else resolve(new Blob([bytes], { type: 'application/zip' }))
    })
  })
}
