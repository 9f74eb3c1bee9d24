import { byteSlices, bytesOf } from './pieces.ts'
import { untilSent } from './asked.ts'
import { ByteBudget } from '../shared/byte-budget.ts'

/** All connections together read little of files that are no longer. */
const SMALL_BYTES = 64 * 1024
/** Shorter files are sent at once, because a stream of pieces takes longer. */
const LARGE_BYTES = 512 * 1024

/** Answers with a file of a person. It sends a large file in pieces, and the server answers others in between. */
export function answerFile(file: Uint8Array<ArrayBuffer>, headers: Record<string, string>, person: string): Response {
  if (file.length <= LARGE_BYTES) return new Response(file, { status: 200, headers })
  const length = { 'Content-Length': String(file.length) }
  return new Response(bytesOf(byteSlices(file), person), { status: 200, headers: { ...headers, ...length } })
}

interface Reading {
  readers: number
  leave: () => void
}

/**
 * Large files that are being read: each counts once, however many read it, and until the last of them has done so. They have
 * a budget of their own, so that nobody's file waits for work that others ask for.
 */
export class SentFiles {
  readonly #bytes = new ByteBudget()
  readonly #reading = new Map<Uint8Array, Reading>()

  /** Counts a reader of a file of this person, until it was sent. False: there is no room for one more file. */
  begin(file: Uint8Array, person: string, env: unknown): boolean {
    if (file.length <= SMALL_BYTES) return true
    const reading = this.#reading.get(file) ?? this.#add(file, person)
    if (!reading) return false
    reading.readers++
    untilSent(env, () => {
      reading.readers--
      if (reading.readers > 0) return
      this.#reading.delete(file)
      reading.leave()
    })
    return true
  }

  #add(file: Uint8Array, person: string): Reading | undefined {
    const leave = this.#bytes.enterAtOnce({ person }, file.length)
    if (!leave) return undefined
    const reading = { readers: 0, leave }
    this.#reading.set(file, reading)
    return reading
  }
}
