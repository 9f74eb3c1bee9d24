import type { Person, Published } from './people.ts'

/** What a client sends. */
export const CLIENT_HEADERS = { 'user-agent': 'mihomo/1.19.24' }
const MOST_WAITED_MS = 60_000

/** Asks a server as somebody who is signed in. */
export function asPerson(
  origin: string,
  { cookie }: Person,
  method: string,
  path: string,
  body?: object,
  signal: AbortSignal = AbortSignal.timeout(MOST_WAITED_MS),
): Promise<Response> {
  return fetch(origin + path, {
    method,
    headers: { origin, cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal,
  })
}

/** Asks what an output of theirs becomes. */
export function preview(origin: string, person: Person, { id }: Published, signal?: AbortSignal): Promise<Response> {
  return asPerson(origin, person, 'POST', `/api/outputs/${id}/preview`, {}, signal)
}
