import { join } from 'node:path'
import type { Settings } from '../settings.ts'
import { FolderStorage } from './folder.ts'
import { S3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

/** Where files are where no other place is said. */
export const filesFolder = (folder: string): string => join(folder, 'files')

/** The storage of these settings: a bucket of S3, or a folder in the data folder. */
export function openStorage({ STORAGE_URL }: Pick<Settings, 'STORAGE_URL'>, folder: string): Storage {
  return STORAGE_URL === undefined ? new FolderStorage(filesFolder(folder)) : new S3Storage(STORAGE_URL)
}
