import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FileChange } from '@switchyard/git-hosts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGitHubEmulator } from '../../test/github-emulator.ts'
import { hostContract } from '../../test/host-contract.ts'
import type { TestServer } from '../../test/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startGitHubEmulator()
})
afterAll(() => server.close())

hostContract(() => server)

const LISTS = fileURLToPath(new URL('../../../../../shared/data/acl4ssr/', import.meta.url))

test('the files of ACL4SSR are written as one commit, listed and read to the byte', async ({ skip }) => {
  if (!existsSync(LISTS)) return skip('the lists are not beside this checkout (../shared/data/acl4ssr)')
  const host = server.connect()
  const path = await server.newRepository()
  const names = readdirSync(join(LISTS, 'Clash'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(LISTS.length).replaceAll('\\', '/'))
  const bytesOf = (name: string) => Uint8Array.from(readFileSync(join(LISTS, name)))
  const changes = names.map((name): FileChange => ({ kind: 'create', path: name, bytes: bytesOf(name) }))
  await host.write(path, 'main', { message: 'ACL4SSR', changes })

  const configs = (await host.list(path, 'main', 'Clash/config')).items
  expect(configs.map(({ path: config }) => config).sort()).toEqual(
    names.filter((name) => name.startsWith('Clash/config/')).sort(),
  )
  for (const name of names) expect((await host.readFile(path, 'main', name)).bytes, name).toEqual(bytesOf(name))
})
