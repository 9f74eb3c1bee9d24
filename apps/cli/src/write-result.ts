import { writeFile } from 'node:fs/promises'
import { unreadable } from './read-sources.ts'
import { WrongCall } from './wrong-call.ts'

/** Writes a file that the user named. Its folder must exist already. */
export async function writeResult(file: string, text: string | Uint8Array): Promise<void> {
  try {
    await writeFile(file, text)
  } catch (error) {
    const said = unreadable(file, error)
    throw said instanceof WrongCall && said.key === 'file-missing' ? new WrongCall('no-folder', { file }) : said
  }
}
