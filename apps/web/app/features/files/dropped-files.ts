/** A file on its way in, with the folders that it was in. */
export interface GivenFile {
  path: string
  file: File
}

/** More are no folder that a person meant. */
const GIVEN_MAX = 2000

/** Files and whole folders that were dropped or chosen. What is dropped has to be taken before the event ends. */
export function droppedFiles(data: DataTransfer): Promise<GivenFile[]> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (entries.length === 0) return Promise.resolve(givenFiles([...data.files]))
  return walk(entries)
}

/** Files from a field. One that asks for folders says where in them each file is. */
export function givenFiles(files: readonly File[]): GivenFile[] {
  return files.slice(0, GIVEN_MAX).map((file) => ({ path: file.webkitRelativePath || file.name, file }))
}

async function walk(entries: readonly FileSystemEntry[]): Promise<GivenFile[]> {
  const found: GivenFile[] = []
  const waiting = [...entries]
  for (let entry = waiting.shift(); entry && found.length < GIVEN_MAX; entry = waiting.shift()) {
    // `isDirectory` says which of the two it is, which the types do not.
    if (entry.isDirectory) waiting.push(...(await inside(entry as FileSystemDirectoryEntry)))
    // A file that cannot be read is left out: the queue has nothing to say its size by.
    else {
      // As above.
      const file = await fileOf(entry as FileSystemFileEntry)
      if (file) found.push({ path: entry.fullPath.replace(/^\//, ''), file })
    }
  }
  return found
}

async function inside(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    // Browsers give about a hundred at a time.
    const part = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])))
    if (part.length === 0) return all
    all.push(...part)
  }
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File | undefined>((resolve) => entry.file(resolve, () => resolve(undefined)))
