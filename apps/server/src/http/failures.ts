import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import { apiErrorMessage } from '@switchyard/locale'
import type { ApiRefusal } from '../api-refusal.ts'
import { answerError, answerRefusal } from './api-answers.ts'
import { langOf } from './lang-of.ts'

/** What went wrong stays in the log; the visitor gets a number to name it by. */
export function answerFailure(c: Context, error: unknown, log: Logger): Response {
  const id = randomUUID()
  log.error({ err: error, request: id, method: c.req.method, path: c.req.path }, 'A request failed')
  c.header('Cache-Control', 'private, no-store')
  if (isApi(c)) return answerError(c, 'internal', { id })
  return c.html(plainPage('500 Internal Server Error', `Request ${id}`, 'en'), 500)
}

/** What the server needs is out of reach for now: that is no bug, and a page says so too. */
export function answerOutOfService(c: Context, refusal: ApiRefusal): Response {
  const answer = answerRefusal(c, refusal)
  if (isApi(c)) return answer
  const { status, headers } = answer
  return new Response(plainPage(String(status), apiErrorMessage(refusal.code, langOf(c)), langOf(c)), {
    status,
    headers: { ...Object.fromEntries(headers), 'Content-Type': 'text/html; charset=UTF-8' },
  })
}

export function answerNotFound(c: Context): Response {
  c.header('Cache-Control', 'private, no-store')
  if (isApi(c)) return answerError(c, 'not-found')
  return c.text('Not found\n', 404)
}

/** For a client that has left: nobody reads this answer, so it has no text. nginx logs the same status. */
export function answerNobody(): Response {
  return new Response(null, { status: 499 })
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
function plainPage(title: string, text: string, lang: string): string {
  return `<!DOCTYPE html><html lang="${lang}"><meta charset="utf-8"><meta name="robots" content="noindex"><title>${title}</title><h1>${title}</h1><p>${text}</p><p><a href="/">/</a></p></html>`
}
