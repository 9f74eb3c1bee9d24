import type { MiddlewareHandler } from 'hono'
import { GrowingBuffer } from '@switchyard/outbound'
import { answerError } from './api-answers.ts'

const KIBIBYTE = 1024
/** docs/security.md, "Sizes" */
const MAX_BODY_BYTES = 256 * KIBIBYTE

/**
 * Reads the body of a request, up to the limit of its path, before a route sees it. A `*` stands for one part of a path. The bytes are counted as they come:
 * what the request says of its own length is not believed.
 */
export function bodyLimit(limits: Readonly<Record<string, number>> = {}): MiddlewareHandler {
  const limitOf = (path: string) => {
    const known = Object.keys(limits).find((each) => matches(each.split('/'), path.split('/')))
    return known === undefined ? MAX_BODY_BYTES : limits[known]!
  }
  return async (c, next) => {
    const { raw, path } = c.req
    if (raw.method === 'GET' || raw.method === 'HEAD' || !raw.body) return next()
    const bytes = new GrowingBuffer(limitOf(path))
    // Leaving the loop early cancels what is still on its way.
    for await (const chunk of raw.body) if (!bytes.add(chunk)) return answerError(c, 'body-too-large')
    const { method, headers, signal } = raw
    c.req.raw = new Request(raw.url, { method, headers, signal, body: bytes.bytes })
    return next()
  }
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  return pattern.length === path.length && pattern.every((part, at) => part === '*' || part === path[at])
}
