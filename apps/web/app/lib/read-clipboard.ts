/** The text of the clipboard. Undefined: the browser does not allow reading it. */
export async function readClipboard(): Promise<string | undefined> {
  try {
    return await navigator.clipboard.readText()
  } catch {
    return undefined
  }
}
