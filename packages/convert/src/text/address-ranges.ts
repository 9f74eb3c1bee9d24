import { parseAddress } from './address-blocks.ts'
import { BadBytes } from './byte-reader.ts'

/** From the first to the last address. */
export interface AddressRange {
  version: 4 | 6
  first: bigint
  last: bigint
}

/** More than any list has. A range of 32 bytes may be made of 254 blocks. */
const BLOCKS_MAX = 250_000

/** The blocks of which ranges are made, the fewest there are; throws BadBytes where they are too many. */
export function blocksOfRanges(ranges: readonly AddressRange[]): string[] {
  const blocks: string[] = []
  for (const { version, first, last } of ranges) {
    const bits = version === 4 ? 32 : 128
    for (let at = first; at <= last;) {
      // As large as the place allows, and the rest.
      const most = bitLength(last - at + 1n) - 1
      const length = at === 0n ? most : Math.min(most, bitLength(at & -at) - 1)
      if (blocks.length === BLOCKS_MAX) throw new BadBytes('too many blocks')
      blocks.push(`${addressText(version, at)}/${bits - length}`)
      at += 1n << BigInt(length)
    }
  }
  return blocks
}

function bitLength(value: bigint): number {
  const digits = value.toString(16)
  // A digit of hexadecimal has four bits, of which the first one need not use all.
  return digits.length * 4 + 28 - Math.clz32(Number.parseInt(digits[0]!, 16))
}

/** Blocks and addresses as ranges that neither touch nor overlap, IPv4 first; what is neither is left out. */
export function rangesOfBlocks(blocks: readonly string[]): AddressRange[] {
  const all = blocks.flatMap((block) => rangeOfBlock(block) ?? [])
  all.sort((a, b) => a.version - b.version || (a.first < b.first ? -1 : a.first > b.first ? 1 : 0))
  const merged: AddressRange[] = []
  for (const range of all) {
    const before = merged.at(-1)
    if (before === undefined || before.version !== range.version || range.first > before.last + 1n) merged.push(range)
    else if (range.last > before.last) before.last = range.last
  }
  return merged
}

function rangeOfBlock(block: string): AddressRange | undefined {
  const [text = '', prefix] = block.split('/')
  const address = parseAddress(text)
  if (address === undefined) return undefined
  const { version } = address
  const bits = version === 4 ? 32 : 128
  const length = prefix === undefined ? bits : Number(prefix)
  if (!Number.isInteger(length) || length < 0 || length > bits) return undefined
  const value =
    version === 4 ? BigInt(address.value) : address.groups.reduce((sum, group) => (sum << 16n) | BigInt(group), 0n)
  const size = 1n << BigInt(bits - length)
  const first = value - (value % size)
  return { version, first, last: first + size - 1n }
}

/** The bytes of an address: 4 or 16. */
export function addressBytes(version: 4 | 6, value: bigint): number[] {
  const bytes: number[] = []
  for (let shift = version === 4 ? 24n : 120n; shift >= 0n; shift -= 8n) bytes.push(Number((value >> shift) & 255n))
  return bytes
}

/** The address that 4 or 16 bytes are; undefined for any other number of them. */
export function addressOfBytes(bytes: Uint8Array): { version: 4 | 6; value: bigint } | undefined {
  if (bytes.length !== 4 && bytes.length !== 16) return undefined
  return { version: bytes.length === 4 ? 4 : 6, value: bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n) }
}

function addressText(version: 4 | 6, value: bigint): string {
  if (version === 4) return addressBytes(version, value).join('.')
  const digits = value.toString(16).padStart(32, '0')
  const groups = Array.from({ length: 8 }, (_, at) => Number.parseInt(digits.slice(4 * at, 4 * at + 4), 16))
  // The longest run of zeros, the first of equal ones, is left out.
  let best = { start: 0, length: 0 }
  for (let start = 0; start < 8; start++) {
    let length = 0
    while (start + length < 8 && groups[start + length] === 0) length++
    if (length > best.length) best = { start, length }
  }
  const hex = groups.map((group) => group.toString(16))
  if (best.length < 2) return hex.join(':')
  return `${hex.slice(0, best.start).join(':')}::${hex.slice(best.start + best.length).join(':')}`
}
