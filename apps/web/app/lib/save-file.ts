// Some browsers read the file only after the person said where it goes.
const KEPT_MS = 60_000

/** Hands a file to the person, under this name. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
