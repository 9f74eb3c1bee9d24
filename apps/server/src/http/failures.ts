import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import { answerError } from './api-answers.ts'

/** What went wrong stays in the log; the visitor gets a number to name it by. */
export function answerFailure(c: Context, error: unknown, log: Logger): Response {
  const id = randomUUID()
  log.error({ err: error, request: id, method: c.req.method, path: c.req.path }, 'A request failed')
  c.header('Cache-Control', 'private, no-store')
  if (isApi(c)) return answerError(c, 'internal', { id })
  return c.html(plainPage('500 Internal Server Error', `Request ${id}`), 500)
}

export function answerNotFound(c: Context): Response {
  c.header('Cache-Control', 'private, no-store')
  if (isApi(c)) return answerError(c, 'not-found')
  return c.text('Not found\n', 404)
}

/** The address is there, for other methods. */
export function answerWrongMethod(c: Context, allowed: readonly string[]): Response {
  c.header('Cache-Control', 'private, no-store')
  c.header('Allow', allowed.join(', '))
  if (isApi(c)) return answerError(c, 'method-not-allowed')
  return c.text('Method not allowed\n', 405)
}

/** For now: whoever asks may ask again. */
export function answerUnavailable(c: Context): Response {
  return answerError(c, 'unavailable')
}

function isApi(c: Context): boolean {
  return c.req.path.startsWith('/api/')
}

/** For when pages themselves cannot be rendered. It holds nothing that came with the request. */
function plainPage(title: string, text: string): string {
  return `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="robots" content="noindex"><title>${title}</title><h1>${title}</h1><p>${text}</p><p><a href="/">/</a></p></html>`
}
