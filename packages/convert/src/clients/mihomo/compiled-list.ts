import type { RuleListForm } from '../../rules/rule-list.ts'
import { addressOfBytes, type AddressRange, blocksOfRanges } from '../../text/address-ranges.ts'
import { BadBytes, ByteReader } from '../../text/byte-reader.ts'
import { isAscii } from '../../text/domain.ts'
import { textsOfSet } from '../../text/succinct-set.ts'
import { isZstd, unpackZstd } from '../../text/zstd.ts'

/** Rule lists of mihomo in their compiled form (`.mrs`): docs/formats/lists.md, "MRS". */

/** The text that a compiled list says: an entry a line. */
export interface DecompiledList {
  behavior: RuleListForm['behavior']
  text: string
}

/** `MRS`, version 1. */
const MAGIC = [0x4d, 0x52, 0x53, 1]
const SIZE_MAX = 16 * 1024 * 1024

/** Whether bytes begin as a compiled list does. */
export const isCompiledList: (bytes: Uint8Array) => boolean = isZstd

/** What a compiled list says; undefined where the bytes are none, or hold what we do not know. */
export function readCompiledList(bytes: Uint8Array): DecompiledList | undefined {
  if (!isCompiledList(bytes)) return undefined
  try {
    return readList(new ByteReader(unpackZstd(bytes, SIZE_MAX)))
  } catch (error) {
    if (error instanceof BadBytes) return undefined
    throw error
  }
}

function readList(reader: ByteReader): DecompiledList {
  if (MAGIC.some((byte) => reader.uint8() !== byte)) throw new BadBytes('another format')
  const kind = reader.uint8()
  // mihomo shows the number of entries, and keeps room for what is to come: both say nothing about the list.
  reader.uint64()
  reader.bytes(count(reader, 1))
  if (kind > 1 || reader.uint8() !== 1) throw new BadBytes('unknown behavior or version')
  const entries = kind === 0 ? readNames(reader) : readBlocks(reader)
  return { behavior: kind === 0 ? 'domain' : 'ipcidr', text: entries.join('\n') }
}

function count(reader: ByteReader, size: number): number {
  return reader.count(size, () => Number(reader.uint64()))
}

function readNames(reader: ByteReader): string[] {
  const words = () => Array.from({ length: count(reader, 8) }, () => reader.uint64())
  const leaves = words()
  const labelBitmap = words()
  const labels = reader.bytes(count(reader, 1))
  const names = new Set(textsOfSet({ leaves, labelBitmap, labels }).map(nameOf))
  const entries: string[] = []
  for (const name of names) {
    // `+.x` is what is below x alone; mihomo writes x beside it where x itself is meant, too.
    if (!name.startsWith('+.')) {
      if (!names.has(`+.${name}`)) entries.push(name)
    } else entries.push(names.has(name.slice(2)) ? name : name.slice(1))
  }
  return entries
}

/** Names are kept from their end, letter by letter; a character of the text is a byte of UTF-8. */
function nameOf(text: string): string {
  const bytes = () => Uint8Array.from(text, (char) => char.charCodeAt(0))
  return Array.from(isAscii(text) ? text : new TextDecoder().decode(bytes()))
    .toReversed()
    .join('')
}

/** All addresses have 16 bytes; those of IPv4 are mapped. */
function readBlocks(reader: ByteReader): string[] {
  const ranges = Array.from({ length: count(reader, 32) }, (): AddressRange => {
    const first = readAddress(reader)
    const last = readAddress(reader)
    if (first.version !== last.version) throw new BadBytes('no range')
    return { version: first.version, first: first.value, last: last.value }
  })
  return blocksOfRanges(ranges)
}

function readAddress(reader: ByteReader): { version: 4 | 6; value: bigint } {
  const bytes = reader.bytes(16)
  const isMapped = bytes.every((byte, at) => at >= 12 || byte === (at < 10 ? 0 : 255))
  return addressOfBytes(isMapped ? bytes.subarray(12) : bytes)!
}
