import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { SECOND_MS } from '@switchyard/sources/spans'
import { ApiRefusal } from '../../api-refusal.ts'
import type { Deps } from '../../deps.ts'
import { setAdFree } from '../../http/ad-free-cookie.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { answerNotFound } from '../../http/failures.ts'
import { answerSecured, privateHeaders } from '../../http/security-headers.ts'
import { adFrame, adFramePolicy } from './ad-frame.ts'

const NONCE_BYTES = 16
const AD_FREE_S = 30 * 24 * 60 * 60

/** The frame of an ad, and the codes that hide ads. Without a client id neither is there. docs/decisions/ads.md */
export function ads({ settings, now }: Pick<Deps, 'settings' | 'now'>): Endpoint[] {
  const { ADS_CLIENT_ID: clientId, ADS_CODES: codes, SITE_URL } = settings
  return [
    endpoint('GET /_ad', { who: 'visitor', statuses: [200, 404] }, ({ c }) => {
      if (clientId === undefined) return answerNotFound(c)
      const nonce = randomBytes(NONCE_BYTES).toString('base64')
      const headers = privateHeaders({
        'Content-Security-Policy': adFramePolicy(nonce),
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'private, no-store',
        // Our own pages frame it.
        'X-Frame-Options': 'SAMEORIGIN',
        'X-Robots-Tag': 'noindex',
      })
      return answerSecured(c, new Response(adFrame(clientId, nonce), { headers }))
    }),
    endpoint(
      'POST /api/ads/code',
      {
        who: 'visitor',
        limit: 'ad codes',
        needs: () => {
          if (clientId === undefined) throw new ApiRefusal('not-found')
        },
      },
      ({ c, body }) => {
        if (!isOneOf(codes, body.code)) throw new ApiRefusal('wrong-ad-code')
        const hiddenUntil = now() + AD_FREE_S * SECOND_MS
        setAdFree(c, SITE_URL, hiddenUntil, AD_FREE_S)
        return { hiddenUntil }
      },
    ),
  ]
}

/** Compares with every code, by hashes: how long it takes tells nothing of them. */
function isOneOf(codes: readonly string[], given: string): boolean {
  const wanted = hashOf(given)
  return codes.map((code) => timingSafeEqual(hashOf(code), wanted)).includes(true)
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
