/** The text of a file that a person chose; undefined when it cannot be read: it is gone, locked, or a folder. */
export async function readTextFile(file: Blob): Promise<string | undefined> {
  try {
    return await file.text()
  } catch {
    return undefined
  }
}
