import type {
  Bucket,
  BucketPermission,
  FailureData,
  FileShare,
  NewShare,
  ShareChange,
  StorageEntry,
  StoragePage,
  Uploaded,
} from '@switchyard/contract'
import { isRecord } from '@switchyard/convert/record'
import { blobId, type GitFailure, GitHostError } from '@switchyard/git-hosts/writes'

type Bytes = Uint8Array<ArrayBuffer>

/** Asks a storage service: `path` begins with `/api/`. It has the rights of a session or of a token. */
export type StorageFetch = (path: string, request: StorageRequest) => Promise<Response>

export interface StorageRequest {
  method: string
  headers: Record<string, string>
  body?: string | Blob
  signal?: AbortSignal | undefined
  /** The share of the body that is sent, as far as that is known. */
  onProgress?: ((sent: number) => void) | undefined
}

/** What a person keeps, and how much there is room for. */
export interface StorageState {
  userId: string
  buckets: readonly Bucket[]
  keptBytes: number
  quotaBytes: number
  entries: number
  mostEntries: number
}

/** Which file is replaced: one of this id, none (null), or whatever is there (undefined). */
export type ExpectedSha = string | null | undefined

export interface UploadOptions {
  signal?: AbortSignal | undefined
  onProgress?: ((sent: number) => void) | undefined
}

/** The calls of a storage service. Each throws a `GitHostError` when the service says no. */
export interface StorageClient {
  state(): Promise<StorageState>
  list(bucket: string, folder: string, after?: string): Promise<StoragePage>
  tree(bucket: string): Promise<{ entries: StorageEntry[]; isTruncated: boolean }>
  read(bucket: string, path: string): Promise<{ bytes: Bytes; sha: string }>
  put(bucket: string, path: string, body: Blob, expected?: ExpectedSha, options?: UploadOptions): Promise<Uploaded>
  /** An empty folder. */
  makeFolder(bucket: string, path: string): Promise<void>
  /** A file, or a folder with all that is in it. `sha`: of the file as it was seen. */
  remove(bucket: string, path: string, sha?: string): Promise<void>
  /** A file or folder; nothing that is there is replaced. */
  move(bucket: string, from: string, to: string, sha?: string): Promise<void>
  makeBucket(name: string): Promise<Bucket>
  removeBucket(name: string): Promise<void>
  setPermission(bucket: string, permission: BucketPermission): Promise<void>
  /** A token that touches this bucket alone. */
  token(bucket: string, userId?: string): Promise<string>
  /** Ends every token of a bucket. */
  endTokens(bucket: string): Promise<void>
  /** Where others read a file: by its public bucket, or by a share that is made when there is none. */
  addressOf(bucket: string, path: string): Promise<string>
  shares(): Promise<FileShare[]>
  share(share: NewShare): Promise<FileShare>
  changeShare(id: string, change: ShareChange): Promise<FileShare>
  removeShare(id: string): Promise<void>
}

export function createStorageClient(send: StorageFetch): StorageClient {
  const ask = async (name: string, query: Query, request: Partial<StorageRequest> = {}): Promise<Response> => {
    const [method = '', path = ''] = name.split(' ')
    const known = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const search = known.length > 0 ? `?${new URLSearchParams(known).toString()}` : ''
    const response = await send(path + search, { method, ...request, headers: { ...request.headers } })
    if (!response.ok) throw new GitHostError(await failureIn(response, query['path']))
    return response
  }
  /** What is in the envelope of an answer. */
  const call = async <T>(
    name: string,
    query: Query = {},
    body?: object,
    request: Partial<StorageRequest> = {},
  ): Promise<T> => {
    const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await ask(name, query, { ...request, ...json })
    const answer: unknown = await response.json().catch(() => undefined)
    if (!isRecord(answer) || !('data' in answer))
      throw new GitHostError({ code: 'bad-answer', status: response.status })
    // The contract says what an endpoint answers.
    return answer['data'] as T
  }
  return {
    state: () => call('GET /api/storage'),
    list: (bucket, path, after) => call('GET /api/minio/list', { bucket, path, after }),
    tree: (bucket) => call('GET /api/storage/tree', { bucket }),
    async read(bucket, path) {
      const response = await ask('GET /api/minio/file', { bucket, path })
      const bytes = new Uint8Array(await response.arrayBuffer())
      const [, sha = await blobId(bytes, '')] =
        /^(?:W\/)?"([0-9a-f]{40})"$/.exec(response.headers.get('etag') ?? '') ?? []
      return { bytes, sha }
    },
    put: (bucket, path, body, expected, options) =>
      call('PUT /api/minio/file', { bucket, path }, undefined, {
        ...options,
        body,
        headers: { ...BYTES, ...conditionOf(expected) },
      }),
    async makeFolder(bucket, path) {
      // A folder comes with the first file in it, and stays when that goes.
      const query = { bucket, path: `${path}/.hidden` }
      await call('PUT /api/minio/file', query, undefined, { body: new Blob([]), headers: BYTES })
      await call('DELETE /api/minio/remove', query)
    },
    async remove(bucket, path, sha) {
      await call('DELETE /api/minio/remove', { bucket, path, sha })
    },
    async move(bucket, from, to, sha) {
      await call('POST /api/storage/move', {}, { bucket, from, to, ...(sha && { sha }) })
    },
    makeBucket: (bucketName) => call('POST /api/minio/bucket', { bucketName }),
    async removeBucket(bucketName) {
      await call('DELETE /api/minio/bucket', { bucketName })
    },
    async setPermission(bucket, type) {
      await call('PUT /api/minio/permission', { bucket, type })
    },
    token: (bucket, userId) => call('GET /api/user/token', { bucket, userId }),
    async endTokens(bucket) {
      await call('DELETE /api/user/token', { bucket })
    },
    addressOf: (bucket, path) => call('GET /api/minio/share', { bucket, path }),
    shares: async () => (await call<{ shares: FileShare[] }>('GET /api/shares')).shares,
    share: (share) => call('POST /api/shares', {}, share),
    changeShare: (id, change) => call(`PATCH /api/shares/${encodeURIComponent(id)}`, {}, change),
    async removeShare(id) {
      await call(`DELETE /api/shares/${encodeURIComponent(id)}`)
    },
  }
}

/** With a header that no form of another site can send. */
const BYTES = { 'content-type': 'application/octet-stream', 'x-requested-with': 'switchyard' }

type Query = Readonly<Record<string, string | undefined>>

function conditionOf(expected: ExpectedSha): Record<string, string> {
  if (expected === undefined) return {}
  return expected === null ? { 'if-none-match': '*' } : { 'if-match': `"${expected}"` }
}

const BY_STATUS: Readonly<Record<number, GitFailure['code']>> = {
  400: 'bad-answer',
  401: 'token-invalid',
  403: 'scope-missing',
  404: 'not-found',
  409: 'conflict',
  412: 'conflict',
  413: 'too-large',
  422: 'bad-answer',
  429: 'rate-limited',
  507: 'no-room',
}
const BY_ERROR: Readonly<Partial<Record<FailureData['error'], GitFailure['code']>>> = {
  'quota-reached': 'no-room',
  'disk-full': 'no-room',
  'name-taken': 'exists',
  'bucket-private': 'protected',
}

/** Why a service said no, in the one list of places; `path`: which file was asked for. */
async function failureIn(response: Response, path: string | undefined): Promise<GitFailure> {
  const { status } = response
  const answer: unknown = await response.json().catch(() => undefined)
  // The shape of every failed answer of our own API; another one has neither.
  const { msg, message, data } = (isRecord(answer) ? answer : {}) as {
    msg?: string
    message?: string
    data?: FailureData
  }
  const code = (data?.error && BY_ERROR[data.error]) ?? BY_STATUS[status] ?? (status >= 500 ? 'host-unreachable' : 'bad-answer') // oxfmt-ignore
  const said = msg ?? message
  const current = data?.current && 'kind' in data.current && 'path' in data.current ? data.current : undefined
  const met = current?.path ?? path
  const isOfFile = (code === 'conflict' || code === 'exists') && met !== undefined
  return {
    code,
    status,
    ...(code === 'bad-answer' && typeof said === 'string' && { said }),
    ...(data?.retryAfterS !== undefined && { until: Date.now() + data.retryAfterS * 1000 }),
    ...(isOfFile && { changed: [{ path: met, ...(current?.sha !== undefined && { version: current.sha }) }] }),
  }
}
