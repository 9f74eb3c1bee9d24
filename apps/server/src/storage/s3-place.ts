/** A bucket of a server that speaks S3. */
export interface S3Place {
  /** Without a path. */
  endpoint: string
  bucket: string
  /** Before every key; empty, or with a `/` at its end. */
  prefix: string
  region: string
  keyId: string
  secret: string
  /** The bucket stands in the path, not before the name of the host. */
  isPathStyle: boolean
}

const WORDS: ReadonlySet<string> = new Set(['region', 'path-style', 'tls'])
const PATH = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/

/** `s3://key:secret@host/bucket/prefix?region=…&path-style=1&tls=0`; undefined for what is no such address. */
export function s3PlaceOf(text: string): S3Place | undefined {
  const url = URL.parse(text)
  const [, bucket, prefix = ''] = PATH.exec(url?.pathname ?? '') ?? []
  if (url?.protocol !== 's3:' || !url.host || bucket === undefined) return undefined
  const [keyId, secret] = [decoded(url.username), decoded(url.password)]
  const { searchParams } = url
  if (!keyId || !secret || ![...searchParams.keys()].every((word) => WORDS.has(word))) return undefined
  const folder = prefix.split('/').filter(Boolean).join('/')
  return {
    endpoint: `${searchParams.get('tls') === '0' ? 'http' : 'https'}://${url.host}`,
    bucket,
    prefix: folder === '' ? '' : `${folder}/`,
    region: searchParams.get('region') ?? 'us-east-1',
    keyId,
    secret,
    isPathStyle: searchParams.get('path-style') === '1',
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
