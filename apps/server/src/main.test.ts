import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fillStore, inDataFolder } from '../bench/data-folder.ts'
import { linksOf, makeOutput, makePerson } from '../bench/people.ts'
import { startServer } from '../bench/start-server.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

test('broken settings stop the start with one line each, and no stack', () => {
  const env = { ...process.env, PORT: 'x', SITE_URL: 'nonsense', LOG_LEVEL: 'loud' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [main], { env, encoding: 'utf8' })
  expect([status, stdout]).toEqual([1, ''])
  expect(
    stderr
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0]),
  ).toEqual(['PORT', 'SITE_URL', 'LOG_LEVEL'])
})

test('a server converts in its threads, and SIGTERM ends it cleanly, threads and jobs with it', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'switchyard-data-'))
  // From the sources: this needs no build of the pages.
  const server = spawn(process.execPath, [main, '--dev'], {
    env: { ...process.env, NODE_ENV: 'development', PORT: '0', DATA_DIR, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let log = ''
  server.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve))
  try {
    const origin = await new Promise<string>((resolve, reject) => {
      server.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text
        const [, address] = /(http:\/\/127\.0\.0\.1:\d+)/.exec(said) ?? []
        if (address) resolve(address)
      })
      void ended.then(() => reject(new Error(`It ended: ${log}`)))
    })
    const answer = await fetch(`${origin}/api/convert`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ sources: [{ text: 'trojan://canary@a.example.com:443#One' }], client: 'mihomo' }),
    })
    const converted = (await answer.json()) as { code: number; data: { text: string } }
    expect([converted.code, converted.data.text]).toEqual([200, expect.stringContaining('canary')])
    server.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(log).not.toContain('canary')
  } finally {
    server.kill('SIGKILL')
    rmSync(DATA_DIR, { recursive: true })
  }
})

test('SIGTERM keeps the record of the requests that were just answered', () =>
  inDataFolder(async (folder) => {
    const { token } = await fillStore(folder, async (store) =>
      makeOutput(store, await makePerson(store, 'ann'), {
        recipe: { sources: [{ id: 'a', name: 'a', text: linksOf(1) }] },
      }),
    )
    const server = await startServer({ DATA_DIR: folder })
    const answer = await fetch(`${server.origin}/sub/${token}`, { headers: { 'user-agent': 'mihomo/1.19.24' } })
    expect([answer.status, (await answer.text()).length > 0]).toEqual([200, true])
    server.child.kill('SIGTERM')
    await server.ended
    const noted = await fillStore(folder, (store) =>
      store.database.query.selectFrom('output_request').select('client').execute(),
    )
    expect(noted).toEqual([{ client: 'mihomo' }])
  }))
