import {
  addressBytes,
  addressOfBytes,
  type AddressRange,
  blocksOfRanges,
  rangesOfBlocks,
} from '../../text/address-ranges.ts'
import { BadBytes, ByteReader, ByteWriter } from '../../text/byte-reader.ts'
import { type JsonObject, recordsOf } from '../../text/record.ts'
import { type SuccinctSet, setOfTexts, textsOfSet } from '../../text/succinct-set.ts'

/** Rule sets of sing-box in their compiled form (`.srs`): docs/formats/lists.md, "SRS". */

/** `SRS`. */
const MAGIC = [0x53, 0x52, 0x53]
/** 1.10: the oldest that keeps a suffix as one entry. All versions since take it. */
const VERSION = 2
const VERSION_MAX = 5
const SIZE_MAX = 64 * 1024 * 1024
const DEPTH_MAX = 16

/** Whether bytes begin as a compiled rule set does. */
export function isCompiledRuleSet(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, at) => bytes[at] === byte)
}

/** The rules of a compiled rule set; undefined where the bytes are none, or hold what we do not know. */
export async function readCompiledRuleSet(bytes: Uint8Array): Promise<JsonObject[] | undefined> {
  if (!isCompiledRuleSet(bytes) || bytes[3] === 0 || bytes[3]! > VERSION_MAX) return undefined
  try {
    const reader = new ByteReader(await unpacked(bytes.slice(4)))
    return reader.list(() => readRule(reader, 0))
  } catch (error) {
    // The packed bytes are broken, or what they hold is.
    if (error instanceof BadBytes || error instanceof TypeError) return undefined
    throw error
  }
}

/** Rules as a compiled rule set. */
export async function writeCompiledRuleSet(rules: readonly JsonObject[]): Promise<Uint8Array> {
  const writer = new ByteWriter()
  writer.list(rules, (rule) => writeRule(writer, rule))
  const body = await through(writer.written, new CompressionStream('deflate'), SIZE_MAX)
  const whole = new Uint8Array(4 + body.length)
  whole.set([...MAGIC, VERSION])
  whole.set(body, 4)
  return whole
}

function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return through(bytes, new DecompressionStream('deflate'), SIZE_MAX)
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > most) {
      await reader.cancel()
      throw new BadBytes('too large')
    }
    chunks.push(value)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

type ItemKind = 'texts' | 'numbers' | 'blocks'

/** Items by the number that says which one follows. */
const ITEMS: ReadonlyMap<number, [key: string, kind: ItemKind]> = new Map([
  [1, ['network', 'texts']],
  [3, ['domain_keyword', 'texts']],
  [4, ['domain_regex', 'texts']],
  [5, ['source_ip_cidr', 'blocks']],
  [6, ['ip_cidr', 'blocks']],
  [7, ['source_port', 'numbers']],
  [8, ['source_port_range', 'texts']],
  [9, ['port', 'numbers']],
  [10, ['port_range', 'texts']],
  [11, ['process_name', 'texts']],
  [12, ['process_path', 'texts']],
  [13, ['package_name', 'texts']],
  [14, ['wifi_ssid', 'texts']],
  [15, ['wifi_bssid', 'texts']],
  [17, ['process_path_regex', 'texts']],
])
const NAMES = 2
const END = 0xff

function readRule(reader: ByteReader, depth: number): JsonObject {
  if (depth > DEPTH_MAX) throw new BadBytes('too deep')
  const kind = reader.uint8()
  if (kind === 0) return readItems(reader)
  if (kind !== 1) throw new BadBytes('unknown rule')
  const mode = reader.uint8() === 0 ? 'and' : 'or'
  const rules = reader.list(() => readRule(reader, depth + 1))
  return { type: 'logical', mode, rules, ...invertOf(reader) }
}

function invertOf(reader: ByteReader): JsonObject {
  return reader.uint8() === 0 ? {} : { invert: true }
}

function readItems(reader: ByteReader): JsonObject {
  const rule: JsonObject = {}
  for (;;) {
    const item = reader.uint8()
    if (item === END) return { ...rule, ...invertOf(reader) }
    if (item === NAMES) {
      Object.assign(rule, readNames(reader))
      continue
    }
    const [key, kind] = ITEMS.get(item) ?? []
    if (key === undefined || kind === undefined) throw new BadBytes('unknown item')
    if (kind === 'texts') rule[key] = reader.list(() => reader.text())
    else if (kind === 'numbers') rule[key] = reader.list(() => reader.uint16())
    else rule[key] = readBlocks(reader)
  }
}

/** Names are kept from their end; one that stands for what is below it ends in a sign. */
const BELOW = '\r'
const SUFFIX = '\n'

function readNames(reader: ByteReader): JsonObject {
  // Reserved: sing-box writes 0 and looks at none.
  reader.uint8()
  const leaves = reader.list(() => reader.uint64())
  const labelBitmap = reader.list(() => reader.uint64())
  const labels = reader.bytes(reader.count())
  const domains = new Set<string>()
  const suffixes: string[] = []
  for (const text of textsOfSet({ leaves, labelBitmap, labels })) {
    const name = reversed(text)
    if (name.startsWith(SUFFIX) || name.startsWith(BELOW)) suffixes.push(name)
    else domains.add(name)
  }
  const domain_suffix = suffixes.map((name) => {
    const rest = name.slice(1)
    if (name.startsWith(SUFFIX)) return rest
    // Version 1 says a suffix as a name and what is below it.
    return rest.startsWith('.') && domains.delete(rest.slice(1)) ? rest.slice(1) : rest
  })
  return {
    ...(domains.size > 0 ? { domain: [...domains] } : {}),
    ...(domain_suffix.length > 0 ? { domain_suffix } : {}),
  }
}

function reversed(text: string): string {
  let result = ''
  for (let at = text.length - 1; at >= 0; at--) result += text[at]
  return result
}

function readBlocks(reader: ByteReader): string[] {
  if (reader.uint8() !== 1) throw new BadBytes('unknown addresses')
  const count = reader.count(10, () => Number(reader.uint64()))
  const ranges = Array.from({ length: count }, (): AddressRange => {
    const first = addressOfBytes(reader.bytes(reader.count()))
    const last = addressOfBytes(reader.bytes(reader.count()))
    if (first === undefined || first.version !== last?.version) throw new BadBytes('no range')
    return { version: first.version, first: first.value, last: last.value }
  })
  return blocksOfRanges(ranges)
}

function writeRule(writer: ByteWriter, rule: JsonObject): void {
  if (rule['type'] === 'logical') {
    writer.uint8(1)
    writer.uint8(rule['mode'] === 'or' ? 1 : 0)
    writer.list(recordsOf(rule['rules']), (inner) => writeRule(writer, inner))
  } else {
    writer.uint8(0)
    writeNames(writer, textsOf(rule['domain']), textsOf(rule['domain_suffix']))
    for (const [item, [key, kind]] of ITEMS) writeItem(writer, item, kind, rule[key])
    writer.uint8(END)
  }
  writer.uint8(rule['invert'] === true ? 1 : 0)
}

function writeItem(writer: ByteWriter, item: number, kind: ItemKind, value: unknown): void {
  const texts = textsOf(value)
  const numbers = (Array.isArray(value) ? value : [value]).filter((one: unknown) => typeof one === 'number')
  if (texts.length + numbers.length === 0) return
  writer.uint8(item)
  if (kind === 'texts') writer.list(texts, (text) => writer.text(text))
  else if (kind === 'numbers') writer.list(numbers, (number) => writer.uint16(number))
  else {
    const ranges = rangesOfBlocks(texts)
    writer.uint8(1)
    writer.uint64(BigInt(ranges.length))
    for (const { version, first, last } of ranges)
      for (const value of [first, last]) {
        const bytes = addressBytes(version, value)
        writer.uvarint(bytes.length)
        writer.bytes(bytes)
      }
  }
}

function writeNames(writer: ByteWriter, domains: readonly string[], suffixes: readonly string[]): void {
  if (domains.length + suffixes.length === 0) return
  const texts = [
    ...domains.map(reversed),
    ...suffixes.map((suffix) => reversed(suffix) + (suffix.startsWith('.') ? BELOW : SUFFIX)),
  ]
  const { leaves, labelBitmap, labels }: SuccinctSet = setOfTexts(texts)
  writer.uint8(NAMES)
  writer.uint8(0)
  writer.list(leaves, (word) => writer.uint64(word))
  writer.list(labelBitmap, (word) => writer.uint64(word))
  writer.uvarint(labels.length)
  writer.bytes(labels)
}

function textsOf(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return items.filter((item) => typeof item === 'string')
}
