import { FailureEnvelope } from '@switchyard/contract'
import type { Deps } from '../src/deps.ts'
import { app } from '../src/test-app.ts'

/** What an answer said, as a test looks at it. */
export interface Told {
  status: number
  /** `data` of the envelope. */
  data: Record<string, unknown> & { error?: string }
  headers: Headers
}

/** A browser of one person: it keeps its cookies and names its origin. Or a program with a token. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #ask: ReturnType<typeof app>
  readonly #site: string
  readonly #headers: Record<string, string>

  constructor(environment: Record<string, string>, deps: Partial<Deps>, headers: Record<string, string> = {}) {
    this.#ask = app(environment, deps)
    this.#site = environment['SITE_URL'] ?? 'http://localhost:3000'
    this.#headers = headers
  }

  /** Asks like a page of ours does: `('POST /api/auth/login', { … })`. */
  async fetch(name: string, body?: unknown): Promise<Response> {
    const [method = '', path = ''] = name.split(' ')
    const cookie = [...this.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    const headers = {
      host: new URL(this.#site).host,
      origin: this.#site,
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
      'accept-language': 'en',
      ...(cookie === '' ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...this.#headers,
    }
    const answer = await this.#ask(path, headers, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.cookies.delete(key)
      else this.cookies.set(key, value)
    }
    return answer
  }

  /** The same, and what the answer says. */
  async call(name: string, body?: unknown): Promise<Told> {
    const answer = await this.fetch(name, body)
    const value = (await answer.json()) as { data: Told['data'] }
    if (!answer.ok) FailureEnvelope.parse(value)
    return { status: answer.status, data: value.data, headers: answer.headers }
  }

  /** The status, or the code of the failure. */
  async outcome(name: string, body?: unknown): Promise<number | string> {
    const { status, data } = await this.call(name, body)
    return data.error ?? status
  }

  /** The e-mail address of who is signed in. */
  async who(): Promise<string | undefined> {
    const answer = await this.fetch('GET /api/_auth/session')
    return ((await answer.json()) as { user?: { email: string } }).user?.email
  }
}
