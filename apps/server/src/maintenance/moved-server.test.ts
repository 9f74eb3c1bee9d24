import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HostedOutput, SubscriptionItem } from '@switchyard/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { registerOwner } from '../../bench/owner.ts'
import { kill, startServer } from '../../bench/start-server.ts'
import { maintain } from './maintain.ts'

const TIMEOUT_MS = 180_000
const MIHOMO = { 'user-agent': 'mihomo/1.19.24' }
const recipe = (rules: string) =>
  JSON.stringify({
    switchyard: 'recipe',
    version: 1,
    sources: [{ id: 'a', url: 'https://example.com/' }],
    common: { template: 'minimal', rules },
  })

/** Runs a command of the server in this process, on a data folder. `maintenance.test.ts` starts the real program. */
async function run(DATA_DIR: string, ...args: string[]): Promise<void> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await maintain(args, { ...process.env, DATA_DIR, SECRET: '', DATABASE_URL: '' })).toBe(0)
  expect(error).not.toHaveBeenCalled()
  log.mockRestore()
  error.mockRestore()
}

test(
  'an address has a changed rule at the next fetch, and answers alike on another machine that has the backup',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchyard-moved-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const [first, second] = [join(folder, 'first'), join(folder, 'second')]
    let server = await startServer({ DATA_DIR: first })
    onTestFinished(() => kill(server))
    const { api } = await registerOwner(() => server, first)
    const body = 'trojan://password@a.example.com:443#Tokyo'
    const { id: item } = await api<SubscriptionItem>('POST', '/api/subscriptions', { name: 'own', body })
    const made = { name: 'home', recipe: recipe(''), items: { a: item }, client: 'mihomo' }
    const output = await api<HostedOutput>('POST', '/api/outputs', made)
    const address = `/api/outputs/${output.id}/addresses/${output.addresses[0]!.id}`
    const { pathname } = new URL((await api<{ url: string }>('GET', address)).url)
    const fetched = async () => {
      const answer = await fetch(server.origin + pathname, { headers: MIHOMO })
      return [answer.status, await answer.text()] as const
    }
    expect(await fetched()).toEqual([200, expect.not.stringContaining('DOMAIN,a.example.org,DIRECT')])
    const change = { revision: output.revision, recipe: recipe('DOMAIN,a.example.org,DIRECT') }
    await api('PATCH', `/api/outputs/${output.id}`, change)
    const before = await fetched()
    expect(before).toEqual([200, expect.stringContaining('DOMAIN,a.example.org,DIRECT')])
    expect(before[1]).toContain('Tokyo')

    await kill(server)
    const backup = join(folder, 'all.gz')
    await run(first, 'backup', backup)
    await run(second, 'restore', backup, '--key', join(first, 'secret'))
    rmSync(first, { recursive: true })
    server = await startServer({ DATA_DIR: second })
    expect(await fetched()).toEqual(before)
  },
  TIMEOUT_MS,
)
