import { createStore } from '../../lib/store.ts'
import { type Data, DATA_MAX_BYTES, textIfPossible } from './steps/step.ts'

/** What the chain begins with. A file that is text is shown as text. */
export interface CodecInput {
  data: Data
  /** Of the file that the bytes came from. */
  name?: string
}

export const NO_INPUT: CodecInput = { data: '' }

/** For as long as the page is open: kept nowhere, since it may hold passwords and keys. */
export const codecInput = createStore<CodecInput>(NO_INPUT)

const BYTE_ORDER_MARK = '\uFEFF'

/** A file as input, or why it is none. */
export async function inputOfFile(file: File): Promise<CodecInput | 'tooLargeFile' | 'unreadable'> {
  if (file.size > DATA_MAX_BYTES) return 'tooLargeFile'
  try {
    const data = textIfPossible(new Uint8Array(await file.arrayBuffer()))
    if (typeof data !== 'string') return { data, name: file.name }
    return { data: data.startsWith(BYTE_ORDER_MARK) ? data.slice(1) : data }
  } catch {
    return 'unreadable'
  }
}
