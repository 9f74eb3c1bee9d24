import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { Lang } from '@switchyard/convert/languages'
import { apiErrorMessage } from '@switchyard/locale'
import { ApiRefusal } from '../api-refusal.ts'
import type { DatabaseFailure } from '../db/database-failure.ts'
import { answerError, answerRefusal } from './api-answers.ts'
import { langOf } from './lang-of.ts'

const RETRY_S = 30

/** What went wrong stays in the log; the visitor gets a number to name it by. */
export function answerFailure(c: Context, error: unknown, log: Logger): Response {
  const id = randomUUID()
  log.error({ err: error, request: id, method: c.req.method, path: c.req.path }, 'A request failed')
  c.header('Cache-Control', 'private, no-store')
  if (isApi(c)) return answerError(c, 'internal', { id })
  return c.html(plainPage('500 Internal Server Error', `Request ${id}`), 500)
}

/** Comes back by itself, or with more room on the disk: no bug, and who asks may ask again. */
export function answerDatabaseFailure(c: Context, failure: DatabaseFailure, log: Logger): Response {
  log.error({ err: failure, method: c.req.method, path: c.req.path }, failure.message)
  const refusal =
    failure.reason === 'full' ? new ApiRefusal('disk-full') : new ApiRefusal('unavailable', { retryAfterS: RETRY_S })
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
function plainPage(title: string, text: string, lang: Lang = 'en-US'): string {
  return `<!DOCTYPE html><html lang="${lang}"><meta charset="utf-8"><meta name="robots" content="noindex"><title>${title}</title><h1>${title}</h1><p>${text}</p><p><a href="/">/</a></p></html>`
}
