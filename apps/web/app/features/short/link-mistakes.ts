import { isReservedCode, SHORT_CODE, SHORT_TARGET_BYTES } from '@switchyard/contract/short-codes'

/** What is wrong with an address that a link should lead to, as far as a page can tell. */
export function targetMistake(target: string): 'empty' | 'not-http' | 'long' | undefined {
  const text = target.trim()
  if (text === '') return 'empty'
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return 'not-http'
  return new TextEncoder().encode(text).length > SHORT_TARGET_BYTES ? 'long' : undefined
}

/** What is wrong with a code; an empty one is drawn. */
export function codeMistake(code: string): 'form' | 'reserved' | undefined {
  if (code === '') return undefined
  if (!SHORT_CODE.test(code)) return 'form'
  return isReservedCode(code) ? 'reserved' : undefined
}
