import { randomBytes } from 'node:crypto'

/** A packet that no server of QUIC knows the version of, and the two ids that an answer to it repeats. */
export interface VersionProbe {
  packet: Buffer
  destination: Buffer
  source: Buffer
}

/** RFC 9000, 15: a version of this pattern is kept for asking which versions there are. */
const NO_VERSION = 0x1a2a3a4a
const LONG_HEADER = 0x80
const FIXED_BIT = 0x40
const ID_BYTES = 8
const VERSION_BYTES = 4
/** RFC 9000, 14.1: a server answers no smaller one. */
const PACKET_BYTES = 1200

/** A packet with a long header of an unknown version (RFC 9000, 17.2), to which a server answers with its versions. */
export function makeVersionProbe(): VersionProbe {
  const [destination, source] = [randomBytes(ID_BYTES), randomBytes(ID_BYTES)]
  const version = Buffer.alloc(VERSION_BYTES)
  version.writeUInt32BE(NO_VERSION)
  const head = Buffer.concat([
    Buffer.of(LONG_HEADER | FIXED_BIT),
    version,
    Buffer.of(ID_BYTES),
    destination,
    Buffer.of(ID_BYTES),
    source,
  ])
  return { packet: Buffer.concat([head, randomBytes(PACKET_BYTES - head.length)]), destination, source }
}

/**
 * The versions of a Version Negotiation packet (RFC 9000, 17.2.1) that answers this probe; undefined for any other packet.
 * The ids stand the other way round: who did not get the probe cannot know them.
 */
export function readVersions(answer: Buffer, { destination, source }: VersionProbe): number[] | undefined {
  const ids = Buffer.concat([Buffer.of(source.length), source, Buffer.of(destination.length), destination])
  const idsAt = 1 + VERSION_BYTES
  const versionsAt = idsAt + ids.length
  const count = (answer.length - versionsAt) / VERSION_BYTES
  if (count < 1 || !Number.isInteger(count)) return undefined
  if ((answer[0]! & LONG_HEADER) === 0 || answer.readUInt32BE(1) !== 0) return undefined
  if (!answer.subarray(idsAt, versionsAt).equals(ids)) return undefined
  return Array.from({ length: count }, (_, index) => answer.readUInt32BE(versionsAt + index * VERSION_BYTES))
}
