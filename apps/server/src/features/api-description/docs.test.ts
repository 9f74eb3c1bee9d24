import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addApiToken, addUser, emptyStore } from '../../../test/accounts.ts'
import { app } from '../../test-app.ts'

const SITE = 'https://switchyard.example.com'

test('the page on the API begins with three requests, and each of them is answered', async () => {
  const page = readFileSync(new URL('../../../../../docs/api.md', import.meta.url), 'utf8')
  const lines = /^# The API\n\n```sh\n([^`]+)\n```/.exec(page)?.[1]?.split('\n') ?? []
  expect(lines).toHaveLength(3)
  const store = await emptyStore()
  const token = await addApiToken(store, await addUser(store, 'program'), ['read', 'convert'])
  const ask = app({ SITE_URL: SITE }, { store })
  for (const line of lines) {
    const filled = line.replaceAll('$TOKEN', token)
    const body = /-d '([^']+)'/.exec(filled)?.[1]
    const place = /(https:[^"\s]+)"?$/.exec(filled)![1]!
    const given = Array.from(filled.matchAll(/-H ["']([^:]+): ([^"']+)["']/g), ([, name = '', value = '']) => [name.toLowerCase(), value]) // oxfmt-ignore
    const headers = { host: new URL(SITE).host, ...(Object.fromEntries(given) as Record<string, string>) }
    const init = body === undefined ? {} : { method: 'POST', body }
    const answer = await ask(place.slice(SITE.length), headers, init)
    expect([line, answer.status]).toEqual([line, 200])
  }
})
