import { readConverterAddress, readImport, readRecipe, writeRecipe, type ReadImport } from '@switchyard/recipe'
import { decodeText, isZip, readBytes, readZip, type ZipFailure } from '@switchyard/sources'
import { expose } from 'comlink'

// Recipes and backups of other programs as files: a worker of its own, so that nobody's first visit loads what reads them.

const MEBIBYTE = 1024 * 1024
/** Of a backup: lists of subscriptions with their texts. */
const BACKUP_MAX_BYTES = 16 * MEBIBYTE
/** Of an archive nothing else is unpacked. */
const WANTED = /^(?:[^/\\]+[/\\])?(?:profiles\.yaml|profiles[/\\][^/\\]+|[^/\\]+\.(?:json|txt))$/i

const api = {
  readRecipe,
  writeRecipe,
  /** What an address of a converter holds. */
  readConverterAddress,
  /** What a backup of another program holds. */
  async readBackup(file: Blob): Promise<ReadImport | { mistake: ZipFailure }> {
    if (file.size > BACKUP_MAX_BYTES) return { mistake: 'too-large' }
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (!isZip(bytes)) {
      const read = await readBytes(bytes, BACKUP_MAX_BYTES)
      return 'error' in read ? { mistake: read.error } : readImport(read.text)
    }
    const files = await readZip(bytes, { most: BACKUP_MAX_BYTES, wants: (name) => WANTED.test(name) })
    if ('error' in files) return { mistake: files.error }
    return readImport(new Map([...files].map(([name, content]) => [name, decodeText(content).text])))
  },
}

export type RecipeWorkerApi = typeof api

expose(api)
