import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fillStore, inDataFolder } from '../bench/data-folder.ts'
import { linksOf, makeOutput, makePerson } from '../bench/people.ts'

const main = fileURLToPath(new URL('main.mjs', import.meta.url))

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

test('a server converts in its threads, and SIGTERM ends it cleanly, threads, jobs and the record of the last requests with it', () =>
  inDataFolder(async (DATA_DIR) => {
    const { token } = await fillStore(DATA_DIR, async (store) =>
      makeOutput(store, await makePerson(store, 'ann'), {
        recipe: { sources: [{ id: 'a', name: 'a', text: linksOf(1) }] },
      }),
    )
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
      const fetched = await fetch(`${origin}/sub/${token}`, { headers: { 'user-agent': 'mihomo/1.19.24' } })
      expect([fetched.status, (await fetched.text()).length > 0]).toEqual([200, true])
      server.kill('SIGTERM')
      expect(await ended).toBe(0)
      expect(log).not.toContain('canary')
    } finally {
      server.kill('SIGKILL')
    }
    const noted = await fillStore(DATA_DIR, (store) =>
      store.database.query.selectFrom('output_request').select('client').execute(),
    )
    expect(noted).toEqual([{ client: 'mihomo' }])
  }))
