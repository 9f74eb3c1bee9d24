/** A file of an archive. */
export interface ArchivedFile {
  name: string
  text: string
}

/** Names are in UTF-8: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.4.4, bit 11. */
const NAMES_ARE_UTF8 = 1 << 11
const VERSION = 20
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const END_BYTES = 22
/** 1 January 1980, midnight: the archive says when by its own name. */
const FIRST_DAY = 0x21

/** Texts as one ZIP archive, stored as they are: every system opens it by itself. */
export function zipOf(files: readonly ArchivedFile[]): Blob {
  const encoder = new TextEncoder()
  const local: Uint8Array<ArrayBuffer>[] = []
  const central: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const file of files) {
    const name = encoder.encode(file.name)
    const content = encoder.encode(file.text)
    const crc = crc32(content)
    local.push(header(LOCAL_BYTES, 0x04034b50, 4, { crc, name, content }), name, content)
    const entry = header(CENTRAL_BYTES, 0x02014b50, 6, { crc, name, content })
    const view = new DataView(entry.buffer)
    view.setUint16(4, VERSION, true)
    view.setUint32(42, offset, true)
    central.push(entry, name)
    offset += LOCAL_BYTES + name.length + content.length
  }
  const end = new DataView(new ArrayBuffer(END_BYTES))
  end.setUint32(0, 0x06054b50, true)
  end.setUint16(8, files.length, true)
  end.setUint16(10, files.length, true)
  end.setUint32(12, central.reduce((sum, { length }) => sum + length, 0), true) // oxfmt-ignore
  end.setUint32(16, offset, true)
  return new Blob([...local, ...central, end.buffer], { type: 'application/zip' })
}

interface Said {
  crc: number
  name: Uint8Array
  content: Uint8Array
}

/** What both headers of a file say; in the central one it stands two bytes further. */
function header(bytes: number, signature: number, at: number, { crc, name, content }: Said): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(bytes))
  view.setUint32(0, signature, true)
  view.setUint16(at, VERSION, true)
  view.setUint16(at + 2, NAMES_ARE_UTF8, true)
  view.setUint16(at + 8, FIRST_DAY, true)
  view.setUint32(at + 10, crc, true)
  view.setUint32(at + 14, content.length, true)
  view.setUint32(at + 18, content.length, true)
  view.setUint16(at + 22, name.length, true)
  return new Uint8Array(view.buffer)
}

const CRC_OF_BYTE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = CRC_OF_BYTE[(crc ^ byte) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
