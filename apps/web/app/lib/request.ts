import { ABORTED, logRequest } from './request-log.ts'
import { requestEnded, requestStarted } from './request-counter.ts'
import { showToast } from './toasts.ts'
import { isRecord } from '@switchyard/convert/record'

const SUCCESS_CODE = 200
const TOAST_BODY_LENGTH = 300
const INVALID_JSON = 'Invalid JSON response body'

/** The server said no. The message reads `404 Not Found - {body}`. */
export class HttpError extends Error {
  readonly status: number
  readonly statusText: string
  readonly body: string

  constructor(status: number, statusText: string, body: string) {
    super(`${status} ${statusText} - ${body}`)
    this.name = 'HttpError'
    this.status = status
    this.statusText = statusText
    this.body = body
  }
}

/** The answer is not the JSON it claims to be. */
export class JsonBodyError extends Error {
  constructor(cause: unknown) {
    super(`${INVALID_JSON}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'JsonBodyError'
  }
}

export interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  /** An object goes as JSON, anything else as it is. */
  body?: unknown
  signal?: AbortSignal
  /** No toast, whatever happens: for what the page asks by itself. */
  quiet?: boolean
}

type ErrorListener = (error: unknown) => void

const errorListeners = new Set<ErrorListener>()

/** Calls the listener for every request that failed. Returns a function that stops this. */
export function onRequestError(listener: ErrorListener): () => void {
  errorListeners.add(listener)
  return () => errorListeners.delete(listener)
}

/** Asks an address. JSON comes back parsed, an empty body as null, anything else as text. */
export function request<T>(address: string, options: RequestOptions = {}): Promise<T | null> {
  return send(address, options, async (response, count) => {
    const text = await response.text()
    count(new Blob([text]).size)
    const value = text === '' ? null : isJson(response) ? parseJson(text) : text
    if (!options.quiet) toastMessage(value)
    // What an address answers is known to who asks.
    return value as T | null
  })
}

/** Asks an address for an answer that comes bit by bit, and hands on each bit of its text. Resolves at its end. */
export function requestBits(address: string, options: RequestOptions, onText: (text: string) => void): Promise<void> {
  return send(address, options, async ({ body }, count) => {
    const decoder = new TextDecoder()
    let bytes = 0
    for await (const bit of body ?? []) {
      bytes += bit.byteLength
      onText(decoder.decode(bit, { stream: true }))
    }
    onText(decoder.decode())
    count(bytes)
  })
}

/**
 * Asks an address for who reads the answer itself, bytes or a refusal. No toast. `onProgress` hears how much of the body is
 * sent, from 0 to 1.
 */
export async function requestAnswer(
  address: string,
  { onProgress, ...options }: Omit<RequestOptions, 'quiet'> & { onProgress?: (sent: number) => void },
): Promise<Response> {
  const ask = (to: string, init: RequestInit) => (onProgress ? sendWatched(to, init, onProgress) : fetch(to, init))
  try {
    return await send(address, { ...options, quiet: true }, takeWhole, ask)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return new Response(error.body, { status: error.status, statusText: error.statusText })
  }
}

/** The answer itself: who asked reads it. */
function takeWhole(response: Response, count: (bytes: number) => void): Promise<Response> {
  count(Number(response.headers.get('content-length') ?? 0))
  return Promise.resolve(response)
}

/** Only this older way of asking says how much of a body is sent. */
function sendWatched(address: string, init: RequestInit, onProgress: (sent: number) => void): Promise<Response> {
  const { method = 'GET', headers, body, signal } = init
  return new Promise((resolve, reject) => {
    const sender = new XMLHttpRequest()
    sender.open(method, address)
    for (const [name, value] of new Headers(headers)) sender.setRequestHeader(name, value)
    sender.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    sender.addEventListener('load', () => {
      const { status, statusText, responseText } = sender
      const type = sender.getResponseHeader('content-type')
      resolve(
        new Response(responseText, { status, statusText, headers: type === null ? {} : { 'content-type': type } }),
      )
    })
    sender.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
    sender.addEventListener('abort', () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError')))
    signal?.addEventListener('abort', () => sender.abort(), { once: true })
    // A stream is the only body that it does not send, and nobody gives one.
    sender.send((body ?? null) as XMLHttpRequestBodyInit | null)
  })
}

/** One request, from the log to who hears of failures. `read`: takes an answer that is no failure. */
async function send<T>(
  address: string,
  options: RequestOptions,
  read: (response: Response, count: (bytes: number) => void) => Promise<T>,
  ask: (address: string, init: RequestInit) => Promise<Response> = fetch,
): Promise<T> {
  const method = options.method ?? 'GET'
  const start = performance.now()
  const time = Date.now()
  let status: number | undefined
  let statusText = ''
  let bytes: number | undefined
  const log = (errorMessage?: string) => {
    const durationMs = Math.round(performance.now() - start)
    logRequest({
      time,
      method,
      path: address,
      durationMs,
      ...(status === undefined ? {} : { status, statusText }),
      ...(bytes === undefined ? {} : { bytes }),
      ...(errorMessage === undefined ? {} : { errorMessage }),
    })
  }

  requestStarted()
  try {
    const response = await ask(address, fetchOptions(method, options))
    status = response.status
    statusText = response.statusText
    if (!response.ok) {
      const text = await response.text()
      bytes = new Blob([text]).size
      if (!options.quiet) showToast({ kind: 'error', text: toastText(response, text) })
      throw new HttpError(response.status, response.statusText, text)
    }
    const value = await read(response, (count) => (bytes = count))
    log()
    return value
  } catch (error) {
    log(loggedAs(error))
    for (const listener of errorListeners) listener(error)
    throw error
  } finally {
    requestEnded()
  }
}

/** The texts of our own errors quote the body, which may hold a secret: of them the log says only what they are. */
function loggedAs(error: unknown): string {
  if (error instanceof HttpError) return `${error.status} ${error.statusText}`.trim()
  if (error instanceof JsonBodyError) return 'not-json'
  if (error instanceof DOMException && error.name === 'AbortError') return ABORTED
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timeout'
  return error instanceof Error ? error.message : String(error)
}

function fetchOptions(method: string, { headers, body, signal }: RequestOptions): RequestInit {
  const all = new Headers(headers)
  const asJson = isPlain(body)
  if (asJson && !all.has('content-type')) all.set('content-type', 'application/json')
  return {
    method,
    headers: all,
    // What is no plain object is left to `fetch`, which refuses what it cannot send.
    ...(body === undefined ? {} : { body: asJson ? JSON.stringify(body) : (body as BodyInit) }),
    ...(signal ? { signal } : {}),
  }
}

function isPlain(body: unknown): boolean {
  if (Array.isArray(body)) return true
  if (typeof body !== 'object' || body === null) return false
  const prototype: unknown = Object.getPrototypeOf(body)
  return prototype === Object.prototype || prototype === null
}

function isJson(response: Response): boolean {
  return /^application\/([\w.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new JsonBodyError(error)
  }
}

/** A `msg` in an answer is meant for a person. */
function toastMessage(value: unknown): void {
  if (!isRecord(value)) return
  const { msg, code } = value
  if (typeof msg !== 'string' || msg === '') return
  showToast({ kind: code === SUCCESS_CODE ? 'success' : 'error', text: msg })
}

function toastText(response: Response, body: string): string {
  try {
    const { msg, message }: Record<string, unknown> = JSON.parse(body)
    if (typeof msg === 'string' && msg) return msg
    if (typeof message === 'string' && message) return message
  } catch {
    // Not JSON: the body itself is what there is to say.
  }
  return `${response.status} ${response.statusText} - ${body.slice(0, TOAST_BODY_LENGTH)}`
}
