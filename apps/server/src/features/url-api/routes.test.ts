import { expect, test } from 'vitest'
import { addApiToken, addUser, emptyStore } from '../../../test/accounts.ts'
import { SafeFetchError } from '../../fetch/safe-fetch-error.ts'
import type { SafeFetch } from '../../fetch/safe-fetch.ts'
import { createLog } from '../../log.ts'
import { app } from '../../test-app.ts'

const ONE = 'https://one.example.com/sub?token=canary-one'
const TWO = 'https://two.example.com/sub?token=canary-two'
const NODE = 'trojan://canary-password@a.example.com:443#One'
const OTHER = 'trojan://canary-password@b.example.com:443#Two'
const SITE = { SITE_URL: 'https://switchyard.example' }
const enc = encodeURIComponent

/** A server whose sources say what a test says. */
async function start(says: Record<string, string | SafeFetchError>, environment: Record<string, string> = {}) {
  const asked: string[] = []
  const lines: string[] = []
  const safeFetch: SafeFetch = (url, { userAgent }) => {
    asked.push(`${userAgent} ${url}`)
    const said = says[url] ?? new SafeFetchError('dns')
    return said instanceof SafeFetchError
      ? Promise.reject(said)
      : Promise.resolve({ body: Buffer.from(said), contentType: '', userInfo: { upload: 1, total: 3 }, stale: false })
  }
  const store = await emptyStore()
  const clock = { now: 0 }
  const log = createLog('trace', { write: (line: string) => void lines.push(line) })
  const ask = app(environment, { store, safeFetch, log, now: () => clock.now })
  return { ask, asked, lines, store, clock, says }
}

const namesIn = (config: string) =>
  [...config.matchAll(/^ {2}- \{name: "?([^",]*)"?, type: trojan/gm)].map(([, name]) => name)

test('an address that a front end made gives a config, and says what became of it', async () => {
  const { ask } = await start({ [ONE]: NODE, [TWO]: OTHER })
  const answer = await ask(`/sub?target=clash&url=${enc(`${ONE}|${TWO}`)}&filename=mine&interval=43200`)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/yaml; charset=utf-8',
    'content-disposition': `attachment; filename="mine.yaml"; filename*=UTF-8''mine.yaml`,
    'profile-update-interval': '12',
    'subscription-userinfo': 'upload=2; total=6',
    'x-switchyard-report': 'entries=2 output=2 skipped=0 duplicates=0 excluded=0 refused=0 doubtful=0 target=mihomo',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
  })
  expect(namesIn(await answer.text())).toEqual(['One', 'Two'])
})
