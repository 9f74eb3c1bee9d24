import { call } from '../../lib/api.ts'
import { fetchBytes } from '../engine/fetch-client.ts'
import { shortServices } from './chosen-service.ts'
import { keyTo } from './kept-keys.ts'
import { type AnswerMistake, linkIn, requestOf, type ShortService, takesToken } from './short-service.ts'

/** Why a service of somebody else made no short link. */
export type ShortenFailure = 'token' | 'locked' | 'refused' | 'redirected' | 'too-large' | 'status' | AnswerMistake

export class ShortenError extends Error {
  readonly why: ShortenFailure
  readonly status: number

  constructor(why: ShortenFailure, status = 0) {
    super(why)
    this.name = 'ShortenError'
    this.why = why
    this.status = status
  }
}

/** What a service answered, and what was found in it. */
export interface ServiceAnswer {
  status: number
  text: string
  found: ReturnType<typeof linkIn>
}

/** Asks a service for a short link, from the fetch worker. Throws `ShortenError` where no answer can be read. */
export async function askService(
  service: ShortService,
  { url, code = '' }: { url: string; code?: string },
  token: string,
): Promise<ServiceAnswer> {
  if (takesToken(service) && token === '') throw new ShortenError('token')
  const answer = await fetchBytes(requestOf(service, { url, code, token }))
  if ('error' in answer) throw new ShortenError(answer.error === 'too-large' ? 'too-large' : 'refused')
  if (answer.status === 0) throw new ShortenError('redirected')
  const text = new TextDecoder().decode(answer.bytes)
  return { status: answer.status, text, found: linkIn(text, service.answerPath) }
}

/** A short link for an address, from the service that the person chose. Throws `ShortenError`, or the failure of a call. */
export async function shorten(wanted: { url: string; code?: string }): Promise<string> {
  const { chosen } = shortServices()
  if (!chosen) return (await call('POST /api/short-links', { body: { target: wanted.url }, quiet: true })).url
  const token = takesToken(chosen) ? await keyTo(chosen) : undefined
  if (token && 'isLocked' in token) throw new ShortenError('locked')
  const { status, found } = await askService(chosen, wanted, token?.key ?? '')
  if ('url' in found) return found.url
  throw status >= 200 && status < 300 ? new ShortenError(found.mistake) : new ShortenError('status', status)
}
