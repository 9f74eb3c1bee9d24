import { randomId } from '../../lib/random-id.ts'
import type { ShortService } from './short-service.ts'

const EMPTY: Omit<ShortService, 'id'> = {
  name: '',
  method: 'POST',
  url: '',
  headerName: '',
  headerValue: '',
  body: 'json',
  template: '{"url": "{url}", "code": "{code}"}',
  answerPath: 'url',
}

/** What a new service starts from: the usual shapes of such services, with a host to fill in. */
export const SERVICE_SAMPLES = {
  blank: EMPTY,
  // MyUrls and those that speak like it: https://github.com/CareyWang/MyUrls
  myUrls: {
    ...EMPTY,
    name: 'MyUrls',
    url: 'https://short.example.com/short',
    body: 'form',
    template: 'longUrl={url:base64}&shortKey={code}',
    answerPath: 'ShortUrl',
  },
  // https://yourls.org/docs/guide/advanced/passwordless-api
  yourls: {
    ...EMPTY,
    name: 'YOURLS',
    url: 'https://short.example.com/yourls-api.php',
    body: 'form',
    template: 'action=shorturl&format=json&signature={token}&url={url}&keyword={code}',
    answerPath: 'shorturl',
  },
  // https://shlink.io/documentation/api-docs/authentication/
  shlink: {
    ...EMPTY,
    name: 'Shlink',
    url: 'https://short.example.com/rest/v3/short-urls',
    headerName: 'X-Api-Key',
    headerValue: '{token}',
    template: '{"longUrl": "{url}", "customSlug": "{code}", "findIfExists": true}',
    answerPath: 'shortUrl',
  },
} as const satisfies Record<string, Omit<ShortService, 'id'>>

export type ServiceSample = keyof typeof SERVICE_SAMPLES

export const newService = (sample: ServiceSample): ShortService => ({ ...SERVICE_SAMPLES[sample], id: randomId() })
