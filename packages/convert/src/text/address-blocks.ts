import { ipv4Value, ipv6Groups, parseCidr } from './ip.ts'

/** An address as numbers; an IPv4 address written as IPv6 (`::ffff:10.0.0.1`) is the IPv4 one. */
export type IpAddress = { version: 4; value: number } | { version: 6; groups: readonly number[] }

/** The address, brackets or not; undefined where the text is none. */
export function parseAddress(text: string): IpAddress | undefined {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  const value = ipv4Value(bare)
  if (value >= 0) return { version: 4, value }
  if (bare.length > 45) return undefined
  const groups = ipv6Groups(bare)
  if (groups === undefined) return undefined
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)
  return isMapped ? { version: 4, value: groups[6]! * 65536 + groups[7]! } : { version: 6, groups }
}

/** Where addresses are looked up: gives the block that one is in, as it is written. */
export interface AddressFinder {
  find(address: IpAddress): string | undefined
}

/** One block: lighter than a set of one. Undefined where the text is none. */
export function oneBlock(text: string): AddressFinder | undefined {
  const read = readBlock(text)
  if (read === undefined) return undefined
  const { address, prefix } = read
  const key = leadingBits(address, prefix)
  const { version } = address
  return {
    find: (other) => (other.version === version && leadingBits(other, prefix) === key ? text : undefined),
  }
}

function readBlock(text: string): { address: IpAddress; prefix: number } | undefined {
  const slash = text.indexOf('/')
  const address = parseAddress(slash < 0 ? text : text.slice(0, slash))
  if (address === undefined) return undefined
  const prefix = slash < 0 ? lengthOf(address) : parseCidr(text)?.prefix
  return prefix === undefined || prefix > lengthOf(address) ? undefined : { address, prefix }
}

/** Values by address block: those of all blocks that an address is in. */
export class BlockMap<T> {
  readonly #values: Record<4 | 6, Map<number, Map<string, T[]>>> = { 4: new Map(), 6: new Map() }

  /** What is no block is left out. */
  add(text: string, value: T): void {
    const read = readBlock(text)
    if (read === undefined) return
    const { address, prefix } = read
    const { [address.version]: byPrefix } = this.#values
    const blocks = byPrefix.get(prefix) ?? new Map<string, T[]>()
    byPrefix.set(prefix, blocks)
    const key = leadingBits(address, prefix)
    const values = blocks.get(key)
    if (values === undefined) blocks.set(key, [value])
    else values.push(value)
  }

  get(address: IpAddress): T[] {
    const found: T[] = []
    for (const [prefix, blocks] of this.#values[address.version])
      for (const value of blocks.get(leadingBits(address, prefix)) ?? []) found.push(value)
    return found
  }
}

/** Address blocks in which an address is looked up in a time that does not grow with their number. */
export class AddressBlocks implements AddressFinder {
  /** By version and prefix length, then by the leading bits. */
  readonly #blocks: Record<4 | 6, Map<number, Map<string, string>>> = { 4: new Map(), 6: new Map() }

  constructor(texts: Iterable<string> = []) {
    for (const text of texts) this.add(text)
  }

  /** Takes a block or a single address; false where the text is neither. Bits behind the prefix do not count. */
  add(text: string): boolean {
    const read = readBlock(text)
    if (read === undefined) return false
    const { address, prefix } = read
    const { [address.version]: byPrefix } = this.#blocks
    const blocks = byPrefix.get(prefix) ?? new Map<string, string>()
    byPrefix.set(prefix, blocks)
    const key = leadingBits(address, prefix)
    if (!blocks.has(key)) blocks.set(key, text)
    return true
  }

  /** The block that an address is in, as it is written. */
  find(address: IpAddress): string | undefined {
    for (const [prefix, blocks] of this.#blocks[address.version]) {
      const block = blocks.get(leadingBits(address, prefix))
      if (block !== undefined) return block
    }
    return undefined
  }

  /** A block that has all of another one and more, as it is written. */
  findWider(text: string): string | undefined {
    const read = readBlock(text)
    if (read === undefined) return undefined
    for (const [prefix, blocks] of this.#blocks[read.address.version]) {
      const block = prefix < read.prefix ? blocks.get(leadingBits(read.address, prefix)) : undefined
      if (block !== undefined) return block
    }
    return undefined
  }
}

function lengthOf({ version }: IpAddress): number {
  return version === 4 ? 32 : 128
}

/** The first bits of an address as a key. */
function leadingBits(address: IpAddress, prefix: number): string {
  if (address.version === 4) return String(Math.floor(address.value / 2 ** (32 - prefix)))
  const whole = Math.floor(prefix / 16)
  const rest = prefix % 16
  const groups = address.groups.slice(0, whole)
  return rest === 0 ? groups.join() : [...groups, address.groups[whole]! >> (16 - rest)].join()
}
