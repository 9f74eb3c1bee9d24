/**
 * Text on its way from one page to the next, in memory only: neither the address nor a request nor the browser's
 * storage ever holds it. The page that it is for takes it once.
 */
let waiting: string | undefined

export function handOver(text: string): void {
  waiting = text
}

export function takeHandedOver(): string | undefined {
  const text = waiting
  waiting = undefined
  return text
}
