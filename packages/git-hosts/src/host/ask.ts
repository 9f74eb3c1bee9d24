import { type GitFailure, type GitFailureCode, GitHostError } from './failure.ts'
import { AnswerPart } from './answer-part.ts'

/** One request in a host's own words. */
export interface HostCall {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Behind the base, encoded, from `/` on. */
  path: string
  query?: Readonly<Record<string, string | number | boolean | undefined>>
  body?: Readonly<Record<string, unknown>>
  /** What kind of answer is wanted, when it is not JSON. */
  accept?: string
  headers?: Readonly<Record<string, string>>
}

export interface HostAnswer {
  status: number
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
  json: <T>() => AnswerPart<T>
}

/** An answer that is no yes. */
export interface HostRefusal {
  status: number
  headers: Headers
  /** What it says, as one text. */
  said: string
}

export type Ask = (call: HostCall) => Promise<HostAnswer>

export interface AskOptions {
  base: string
  token: string
  fetch: typeof fetch
  /** The call with the token where the host looks for it. */
  authorize: (call: HostCall, token: string) => HostCall
  /** What a refusal means where its status alone does not say it. */
  classify: (refusal: HostRefusal) => GitFailureCode | undefined
  now: () => number
  wait: (ms: number) => Promise<void>
  timeoutMs: number
}

/** What is kept of an answer. GitHub hands out no file above 100 MB. */
const MAX_ANSWER_BYTES = 100 * 1024 * 1024
const READ_TRIES = 3
const FIRST_WAIT_MS = 400
const MAX_SAID = 300

const CODE_OF_STATUS: Readonly<Record<number, GitFailureCode>> = {
  401: 'token-invalid',
  403: 'scope-missing',
  404: 'not-found',
  409: 'conflict',
  413: 'too-large',
  429: 'rate-limited',
}

/** Asks one host. A read that meets trouble at the host is tried again, a write never. */
export function createAsk(options: AskOptions): Ask {
  const { base, token, now, wait, timeoutMs } = options
  let hasAnswered = false

  return async (call) => {
    // No host gives out such a token, and no header may carry it.
    if (!/^[!-~]*$/.test(token)) throw new GitHostError({ code: 'token-invalid' })
    for (let tries = 1; ; tries++) {
      try {
        return await askOnce(call)
      } catch (error) {
        const passes = isRead(call) && error instanceof GitHostError && isTrouble(error)
        if (!passes || tries === READ_TRIES) throw error
        await wait(FIRST_WAIT_MS * 2 ** (tries - 1) * (0.5 + Math.random()))
      }
    }
  }

  async function askOnce(call: HostCall): Promise<HostAnswer> {
    const { status, headers, bytes } = await answerTo(options.authorize(call, token))
    if (status === 0 || (status >= 300 && status < 400))
      throw new GitHostError({ code: 'repository-not-found', status, said: 'The host answers with another address.' })
    if (status >= 400) throw new GitHostError(failureOf(status, headers, decode(bytes)))
    return { status, headers, bytes, json: <T>() => new AnswerPart<T>(parse(bytes)) }
  }

  async function answerTo(call: HostCall) {
    const query = new URLSearchParams()
    for (const [key, value] of Object.entries(call.query ?? {})) if (value !== undefined) query.set(key, String(value))
    const request: RequestInit = {
      method: call.method,
      headers: {
        accept: call.accept ?? 'application/json',
        ...(call.body ? { 'content-type': 'application/json' } : {}),
        ...call.headers,
      },
      body: call.body && JSON.stringify(call.body),
      // The token goes to the base alone.
      redirect: 'manual',
      // A copy that the browser kept would be taken for what another person has written.
      cache: 'no-cache',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeoutMs),
    }
    try {
      const search = query.size > 0 ? `?${query}` : ''
      const response = await options.fetch(base + call.path + search, request)
      hasAnswered = true
      return { status: response.status, headers: response.headers, bytes: await readCapped(response) }
    } catch (error) {
      if (error instanceof GitHostError) throw error
      const isSlow = error instanceof Error && error.name === 'TimeoutError'
      // A write may have been done: why there is no answer shows when it is read again.
      const code = isSlow || hasAnswered || !isRead(call) ? 'host-unreachable' : await whyNoAnswer()
      // The text of the error may hold the address, and that the token.
      throw new GitHostError({ code, said: isSlow ? `No answer in ${timeoutMs} ms.` : undefined })
    }
  }

  /**
   * A browser does not say why it hands out no answer: a request that asks for none, and has no token, shows it. It follows
   * redirects: browsers carry out no such request that may not.
   */
  async function whyNoAnswer(): Promise<GitFailureCode> {
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      await options.fetch(base, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal })
      return 'host-refuses-browsers'
    } catch {
      return 'host-unreachable'
    }
  }

  function failureOf(status: number, headers: Headers, body: string): GitFailure {
    const said = saidIn(body)
      .replaceAll(token || '\0', '***')
      .slice(0, MAX_SAID)
    const refusal = { status, headers, said }
    const isLimit = status === 403 && isRateLimit(refusal)
    const code = isLimit ? 'rate-limited' : (options.classify(refusal) ?? codeOf(status))
    const until = code === 'rate-limited' ? untilOf(headers, now()) : undefined
    const scopes = code === 'scope-missing' ? scopesIn(headers.get('x-accepted-oauth-scopes')) : undefined
    return { code, status, ...(said && { said }), ...(until && { until }), ...(scopes?.length && { scopes }) }
  }
}

function isRead({ method }: HostCall): boolean {
  return method === 'GET' || method === 'HEAD'
}

function codeOf(status: number): GitFailureCode {
  return CODE_OF_STATUS[status] ?? (status >= 500 ? 'host-unreachable' : 'bad-answer')
}

/** A lost connection or a server error: no answer in time is not tried again, a person waits for it. */
function isTrouble({ failure: { code, status, said } }: GitHostError): boolean {
  return code === 'host-unreachable' && (status !== undefined || said === undefined)
}

/** GitHub says 403 as well; its second limit has no header but `retry-after`, or a message alone. */
function isRateLimit({ headers, said }: HostRefusal): boolean {
  return (
    headers.get('x-ratelimit-remaining') === '0' ||
    headers.has('retry-after') ||
    /rate limit|too many requests/i.test(said)
  )
}

/** When the host may be asked again. `retry-after` says it in seconds or as a date; the other headers say it in seconds since 1970. */
function untilOf(headers: Headers, now: number): number | undefined {
  const after = headers.get('retry-after')
  if (after !== null) {
    const at = /^\d+$/.test(after) ? now + Number(after) * 1000 : Date.parse(after)
    if (Number.isFinite(at)) return at
  }
  const reset = Number(headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset') ?? Number.NaN)
  return reset > 0 ? reset * 1000 : undefined
}

export function scopesIn(header: string | null): string[] | undefined {
  return header?.split(',').flatMap((scope) => scope.trim() || [])
}

/** `message`, `messages` or `error` of a refusal, however deep: GitLab has lists by field in it. */
function saidIn(body: string): string {
  try {
    const refusal = new AnswerPart<Record<'message' | 'messages' | 'error', unknown>>(JSON.parse(body))
    return (['message', 'messages', 'error'] as const).flatMap((key) => textsIn(refusal.at(key).value)).join('; ')
  } catch {
    return ''
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

async function readCapped(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    length += part.value.length
    if (length > MAX_ANSWER_BYTES) {
      void reader?.cancel()
      throw new GitHostError({ code: 'too-large' })
    }
    parts.push(part.value)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function parse(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(decode(bytes))
  } catch (cause) {
    throw new GitHostError({ code: 'bad-answer', said: 'no JSON' }, cause)
  }
}

function decode(bytes: Uint8Array<ArrayBuffer>): string {
  return new TextDecoder().decode(bytes)
}
