/** What came of a call. */
export interface CallAnswer {
  status: number
  /** The data of an answer of the API, the text of another one. */
  data: unknown
  headers: Headers
}

interface Call {
  body?: unknown
  form?: Record<string, string>
  headers?: Record<string, string>
}

/** Somebody who calls a server: a browser with its cookies. */
export class Caller {
  readonly #origin: string
  readonly #cookies = new Map<string, string>()
  readonly #said: string[]

  /** `said` gets a line for each call. */
  constructor(origin: string, said: string[]) {
    this.#origin = origin
    this.#said = said
  }

  /** Calls, and notes what came of it without what is another each time: ids, tokens, times, addresses of machines. */
  async call(method: string, path: string, { body, form, headers = {} }: Call = {}): Promise<CallAnswer> {
    const answer = await fetch(this.#origin + path, {
      method,
      redirect: 'manual',
      headers: {
        origin: this.#origin,
        cookie: Array.from(this.#cookies, ([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '' || /max-age=0/i.test(cookie)) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    const text = await answer.text()
    this.#said.push(steady(`${method} ${path} ${answer.status} ${answer.headers.get('location') ?? ''} ${text}`))
    return { status: answer.status, data: dataIn(text), headers: answer.headers }
  }
}

function dataIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'data' in value ? value.data : value
  } catch {
    return text
  }
}

function steady(text: string): string {
  return text
    .replaceAll(/127\.0\.0\.(\d):\d+/g, 'HOST $1')
    .replaceAll(/"tail":"[^"]*"/g, '"tail":"TAIL"')
    .replaceAll(/"(tag|id)":"[^"]*"/g, '"$1":"ID"')
    .replaceAll(/(?=[a-z-]*[A-Z0-9])[\w-]{16,}/g, 'ID')
    .replaceAll(/\b1\d{12}\b/g, 'TIME')
    .replaceAll(/"retryAfterS":\d+/g, '"retryAfterS":S')
}
