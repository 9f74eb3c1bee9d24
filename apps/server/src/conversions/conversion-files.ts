import { DAY_MS, MINUTE_MS, SECOND_MS } from '@switchyard/sources/spans'
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import { ApiRefusal } from '../api-refusal.ts'
import type { Deps } from '../deps.ts'
import type { Asked } from '../http/asked.ts'
import { visitorKey } from '../http/client-address.ts'
import { fileHeaders, isKnown, NOT_SHARED } from '../http/file-headers.ts'
import { answerSecured, privateHeaders } from '../http/security-headers.ts'
import { answerFile, SentFiles } from '../http/sent-files.ts'
import { etagOf } from '../shared/etag.ts'
import type { AskedConversion, Conversion } from './address-converter.ts'

const REPORT = 'X-Switchyard-Report'
const MEBIBYTE = 1024 * 1024
const KEPT_BYTES = 32 * MEBIBYTE
/** Who asks again within it gets the same file: its sources are asked again after ten minutes. */
const KEPT_MS = MINUTE_MS

/** A file as it is sent. */
interface KeptFile {
  bytes: Uint8Array<ArrayBuffer>
  etag: string
  headers: Record<string, string>
  at: number
}

/** What comes of conversions that anybody may ask for: files in memory, by a key, for a minute. */
export class ConversionFiles {
  readonly #deps: Pick<Deps, 'now' | 'settings'>
  readonly #sentFiles = new SentFiles()
  readonly #files = new LRUCache<string, KeptFile>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
  })

  constructor(deps: Pick<Deps, 'now' | 'settings'>) {
    this.#deps = deps
  }

  find(key: string): KeptFile | undefined {
    const file = this.#files.get(key)
    const age = file === undefined ? 0 : this.#deps.now() - file.at
    return age < 0 || age >= KEPT_MS ? undefined : file
  }

  keep(key: string, asked: AskedConversion, made: Extract<Conversion, { text: string }>): KeptFile {
    const file = { ...fileFrom(asked, made), at: this.#deps.now() }
    this.#files.set(key, file)
    return file
  }

  /** Undefined: there is no room for one more file that is being read. */
  sent(c: Asked, { bytes, etag, headers }: KeptFile): Response | undefined {
    if (isKnown(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers })
    const visitor = visitorKey(c, this.#deps.settings.TRUSTED_PROXIES)
    if (!this.#sentFiles.begin(bytes, visitor, c.env)) return undefined
    return answerFile(bytes, headers, visitor)
  }

  /** The same behind all that a request passes through. Throws the refusal `unavailable`. */
  answer(c: Context, file: KeptFile): Response {
    const sent = this.sent(c, file)
    if (!sent) throw new ApiRefusal('unavailable')
    return answerSecured(c, sent)
  }
}

/** In the place of a file: plain words, and the report where there is one. */
export function answerRefused(
  c: Context,
  { status, message, report }: Exclude<Conversion, { text: string }>,
): Response {
  const headers = privateHeaders({ ...NOT_SHARED, ...reported(report), 'Content-Type': 'text/plain; charset=utf-8' })
  return answerSecured(c, new Response(`${message}\n`, { status, headers }))
}

const reported = (report: string | undefined): Record<string, string> =>
  report === undefined ? {} : { [REPORT]: report }

function fileFrom(
  { query, to }: AskedConversion,
  { text, subscription, report }: Extract<Conversion, { text: string }>,
): Omit<KeptFile, 'at'> {
  const bytes = new TextEncoder().encode(text)
  const etag = etagOf(bytes)
  const { interval } = query
  // Whoever names the file names its extension too, at times.
  const name = query.name?.replace(/\.(?:ya?ml|json|txt)$/i, '')
  const said = {
    fileName: name,
    name,
    intervalMs: interval === undefined ? DAY_MS : interval * SECOND_MS,
    subscription: query.switches.append_info === false ? undefined : subscription,
  }
  return {
    bytes,
    etag,
    headers: privateHeaders({ ...NOT_SHARED, ...fileHeaders(said, to), ...reported(report), ETag: etag }),
  }
}
