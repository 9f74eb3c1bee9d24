import type { ByteRange } from '../../storage/storage.ts'

const ONE = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * The bytes that a `Range` header asks for (RFC 9110, section 14). Undefined: all of them, also where it asks for several parts or
 * cannot be read. `beyond`: none of them is there.
 */
export function rangeIn(header: string | undefined, size: number): ByteRange | 'beyond' | undefined {
  const [, first = '', last = ''] = ONE.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const count = Math.min(Number(last), size)
    return count === 0 ? 'beyond' : { first: size - count, last: size - 1 }
  }
  if (last !== '' && Number(last) < Number(first)) return undefined
  if (Number(first) >= size) return 'beyond'
  return { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
