/** A file that was read. */
export interface HandedFile {
  id: string
  name: string
  text: string
}

/** What a person gave to one page and goes on with at the next. */
export interface Handover {
  text: string
  files: readonly HandedFile[]
}

/**
 * Texts on their way from one page to the next, in memory: neither the address nor a request ever holds them. The page
 * that they are for takes them once.
 */
let waiting: Handover | undefined

export function handOver(given: Handover): void {
  waiting = given
}

/** What waits to be taken. */
export function handedOver(): Handover | undefined {
  return waiting
}

export function takeHandedOver(): Handover | undefined {
  const given = waiting
  waiting = undefined
  return given
}
