import { getRequestListener } from '@hono/node-server'
import { API } from '@switchyard/contract'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { generateSource } from 'oazapfts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { addApiToken, addUser, emptyStore } from '../../../test/accounts.ts'
import { createApp } from '../../app.ts'
import { depsOf } from '../../test-app.ts'

const LINK = 'trojan://password@a.example.com:443#One'
const RECIPE = JSON.stringify({
  switchyard: 'recipe',
  version: 1,
  target: 'mihomo',
  common: { template: 'minimal' },
  sources: [{ id: 'a', kind: 'url', name: 'mine', url: 'https://item.invalid/' }],
})

interface Answer {
  status: number
  data: unknown
}
/** What a generator made of the description. */
type Client = Record<string, (...given: unknown[]) => Promise<Answer>> & {
  defaults: { baseUrl: string; headers: Record<string, string> }
}

const server = createServer()
const folder = mkdtempSync(join(tmpdir(), 'switchyard-client-'))
let site: string
let client: Client

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  site = `http://127.0.0.1:${port}`
  const store = await emptyStore()
  const token = await addApiToken(store, await addUser(store, 'program'), ['read', 'write', 'convert', 'short'])
  const created = createApp({ ...depsOf({ CONVERT_API: 'token' }), store, port: () => port })
  const answer = getRequestListener(created.fetch)
  server.on('request', (incoming, outgoing) => void answer(incoming, outgoing))

  symlinkSync(fileURLToPath(new URL('../../../../../node_modules', import.meta.url)), join(folder, 'node_modules'))
  const file = join(folder, 'client.ts')
  writeFileSync(file, await generateSource(`${site}/openapi.json`))
  client = (await import(pathToFileURL(file).href)) as Client
  Object.assign(client.defaults, { baseUrl: site, headers: { authorization: `Bearer ${token}` } })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await new Promise((resolve) => server.close(resolve))
})

/** What a call gave, as the contract says it. */
async function given<Schema extends z.ZodType>(schema: Schema, call: Promise<Answer>): Promise<z.output<Schema>> {
  const { status, data } = await call
  expect([status, data]).toMatchObject([200, { code: 200 }])
  return schema.parse((data as { data: unknown }).data)
}

test('a client that a public generator made adds a source, publishes it, reads its address, converts and makes a short link', async () => {
  const item = await given(
    API['POST /api/subscriptions'].data,
    client['createSubscription']!({ name: 'mine', body: LINK }),
  )
  expect(item).toMatchObject({ kind: 'links', good: { nodes: 1 } })

  const output = await given(
    API['POST /api/outputs'].data,
    client['createOutput']!({ kind: 'recipe', name: 'phone', recipe: RECIPE, items: { a: item.id }, client: 'mihomo' }),
  )
  const shown = await given(
    API['GET /api/outputs/:output/addresses/:address'].data,
    client['getOutputAddress']!(output.id, output.addresses[0]!.id),
  )
  const sub = await client['getSubToken']!(shown.url.slice(`${site}/sub/`.length), { target: 'mihomo' })
  expect([sub.status, String(sub.data)]).toEqual([200, expect.stringContaining('a.example.com')])

  const converted = await given(
    API['POST /api/convert'].data,
    client['convert']!({ sources: [{ text: LINK }], client: 'sing-box' }),
  )
  expect(converted).toMatchObject({ report: { output: 1 } })
  const checked = await given(
    API['POST /api/check'].data,
    client['check']!({ text: converted.text, client: 'sing-box' }),
  )
  expect(checked).toMatchObject({ client: 'sing-box', errors: 0 })

  const link = await given(
    API['POST /api/short-links'].data,
    client['createShortLink']!({ target: 'https://example.com/a', code: 'router' }),
  )
  expect(link.url).toBe(`${site}/s/router`)
  const moved = { revision: link.revision, target: 'https://example.org/b' }
  await given(API['PATCH /api/short-links/:link'].data, client['changeShortLink']!(link.id, moved))
  const opened = await fetch(link.url, { redirect: 'manual' })
  expect([opened.status, opened.headers.get('location')]).toEqual([302, 'https://example.org/b'])
})
