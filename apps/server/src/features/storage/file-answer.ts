import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { isKnown, NOT_SHARED } from '../../http/file-headers.ts'
import { answerNotFound } from '../../http/failures.ts'
import { answerSecured, privateHeaders } from '../../http/security-headers.ts'
import type { Storage } from '../../storage/storage.ts'
import { rangeIn } from './byte-range.ts'
import type { FileRow } from './file-store.ts'
import { BYTES_TYPE, typeOf } from './file-type.ts'

/** What may answer for a file. */
export const FILE_STATUSES = [200, 206, 304, 404, 416]

/** Nothing in a file of somebody's may act, wherever it is shown: docs/security.md, "Stored files". */
const FILE_POLICY = "sandbox; default-src 'none'"

/**
 * Answers with the bytes of a file, or the part of them that is asked for. `isShown`: a browser may show it, where it is text or a
 * picture: on an address where nothing of the site is.
 */
export async function answerFile(c: Context, storage: Storage, file: FileRow, isShown: boolean): Promise<Response> {
  const { size, name, sha, key } = file
  const type = typeOf(file)
  const etag = `"${sha}"`
  const headers = privateHeaders({
    ...NOT_SHARED,
    'Content-Type': type,
    'Content-Disposition': `${isShown && type !== BYTES_TYPE ? 'inline' : 'attachment'}; ${fileNamed(name)}`,
    'Content-Security-Policy': FILE_POLICY,
    'Accept-Ranges': 'bytes',
    ETag: etag,
  })
  const answer = (status: number, body: ReadableStream | null, more: Record<string, string> = {}) =>
    answerSecured(c, new Response(body, { status, headers: { ...headers, ...more } }))
  if (isKnown(c.req.header('if-none-match'), etag)) return answer(304, null)
  const condition = c.req.header('if-range')
  // Parts of another file would be put together.
  const wanted = condition === undefined || condition === etag ? c.req.header('range') : undefined
  const range = rangeIn(wanted, size)
  if (range === 'beyond') return answer(416, null, { 'Content-Range': `bytes */${size}` })
  const length = range ? range.last - range.first + 1 : size
  const said = {
    'Content-Length': String(length),
    ...(range ? { 'Content-Range': `bytes ${range.first}-${range.last}/${size}` } : {}),
  }
  const status = range ? 206 : 200
  if (c.req.method === 'HEAD') return answer(status, null, said)
  const bytes = await storage.read(key, range)
  if (!bytes) return answerNotFound(c)
  return answer(status, webStreamOf(bytes), said)
}

function webStreamOf(bytes: Readable): ReadableStream {
  // Node names its web streams twice: as its own type, and as the global one.
  return Readable.toWeb(bytes) as ReadableStream
}

/** RFC 6266: the letters of the name for who reads no other, and the name itself. */
function fileNamed(name: string): string {
  const plain = name.replaceAll(/[^\w. -]+/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}
