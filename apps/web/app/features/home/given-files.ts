import { readQr } from '../../components/engine/read-qr.ts'
import type { HandedFile } from '../../components/handover/handover.ts'
import { randomId } from '../../lib/random-id.ts'
import { readTextFile, type FileFailure } from '../../lib/read-text-file.ts'

export type Refusal = FileFailure | 'no-code'

/** The texts of files that a person chose, of pictures what their QR codes say, and why others gave none. */
export async function readGivenFiles(
  files: readonly File[],
): Promise<{ read: HandedFile[]; refused: { name: string; why: Refusal }[] }> {
  const read: HandedFile[] = []
  const refused: { name: string; why: Refusal }[] = []
  for (const file of files) {
    const text = file.type.startsWith('image/') ? await codesOf(file) : await readTextFile(file)
    if ('error' in text) refused.push({ name: file.name, why: text.error })
    else read.push({ id: randomId(), name: file.name, text: text.text })
  }
  return { read, refused }
}

async function codesOf(image: File): Promise<{ text: string } | { error: 'unreadable' | 'no-code' }> {
  const codes = await readQr(image)
  if (codes === undefined) return { error: 'unreadable' }
  return codes.length === 0 ? { error: 'no-code' } : { text: codes.join('\n') }
}
