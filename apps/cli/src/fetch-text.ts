import type { AnsweredText, FetchOptions } from './request-text.ts'

/** The text at an http(s) address. What asks for it is loaded with the first address: most calls have none. */
export async function fetchText(address: string, options: FetchOptions): Promise<AnsweredText> {
  const { requestText } = await import('./request-text.ts')
  return requestText(address, options)
}

/** Whether an argument is an address and not a file. */
export function isWebAddress(argument: string): boolean {
  return /^https?:\/\//i.test(argument)
}
