import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerProcess } from './start-server.ts'

/** Asks whatever server is up as the owner. Throws where the answer is a refusal, and a `TypeError` where there is none. */
export type Api = <T>(method: string, path: string, body?: unknown) => Promise<T>

interface Answered<T> {
  code?: number
  success?: boolean
  data: T
  msg?: string
}

/** Makes the first account of a server on this data folder. */
export async function registerOwner(
  server: () => ServerProcess,
  folder: string,
): Promise<{ api: Api; cookie: string }> {
  const { origin } = server()
  const setupCode = readFileSync(join(folder, 'setup-code'), 'utf8').trim()
  const answer = await fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'me@example.com', name: 'Me', password: 'correct horse battery', setupCode }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ')
  const api: Api = async <T>(method: string, path: string, body?: unknown) => {
    const { origin: now } = server()
    const answered = await fetch(now + path, {
      method,
      headers: { origin: now, cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { code, success, data, msg } = (await answered.json()) as Answered<T>
    // The storage service has an envelope of its own.
    if (code !== 200 && success !== true) throw new Error(`${method} ${path}: ${code} ${msg}`)
    return data
  }
  return { api, cookie }
}
