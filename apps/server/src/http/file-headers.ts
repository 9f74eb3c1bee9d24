import { type OutputId, outputFacts, type SubscriptionInfo } from '@switchyard/convert'
import { HOUR_MS } from '@switchyard/sources/spans'

/** No cache and no search engine keeps what belongs to one address. */
export const NOT_SHARED = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex, nofollow' }
/** What apps look at; the type of a file that a person saves is another matter. */
const TYPES: Readonly<Record<string, string>> = { yaml: 'text/yaml', json: 'application/json' }

/** What is said of a file besides its text. */
export interface SentFile {
  /** Absent: it has none, and clients call it what they like. */
  fileName?: string | undefined
  /** How often clients are to fetch it. */
  intervalMs: number
  /** What clients call it. */
  name?: string | undefined
  subscription?: SubscriptionInfo | undefined
}

/** What apps read of a subscription besides the file: docs/formats/subscription-headers.md */
export function fileHeaders(
  { fileName, intervalMs, name, subscription = {} }: SentFile,
  to: OutputId,
): Record<string, string> {
  const { file } = outputFacts(to)
  const info = Object.entries(subscription).map(([key, value]) => `${key}=${value}`)
  return {
    'Content-Type': `${TYPES[file.extension] ?? 'text/plain'}; charset=utf-8`,
    'Content-Disposition': fileName === undefined ? 'attachment' : dispositionOf(fileName, file),
    'Profile-Update-Interval': String(Math.max(1, Math.round(intervalMs / HOUR_MS))),
    ...(name === undefined ? {} : { 'Profile-Title': `base64:${Buffer.from(name).toString('base64')}` }),
    ...(info.length > 0 ? { 'Subscription-Userinfo': info.join('; ') } : {}),
  }
}

/** A name of any script, and a plain one for who reads no other: the letters of it, or what a file of this client is called. */
function dispositionOf(fileName: string, file: { name: string; extension: string }): string {
  const letters = fileName.replaceAll(/[^\w.-]+/g, '_').replaceAll(/^[_.-]+|[_.-]+$/g, '')
  const plain = `${letters || file.name}.${file.extension}`
  const encoded = encodeURIComponent(`${fileName}.${file.extension}`).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Whether who asks has the file already. */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const kept = header.split(',').map((each) => each.trim().replace(/^W\//, ''))
  return kept.includes(etag) || kept.includes('*')
}
