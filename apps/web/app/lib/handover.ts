/**
 * Text on its way from one page to the next, in memory: neither the address nor a request ever holds it. The page that
 * it is for takes it once.
 */
let waiting: string | undefined

export function handOver(text: string): void {
  waiting = text
}

/** What waits to be taken. */
export function handedOver(): string | undefined {
  return waiting
}

export function takeHandedOver(): string | undefined {
  const text = waiting
  waiting = undefined
  return text
}
