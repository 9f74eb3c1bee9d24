import { createGitHost, type GitHost, github } from '@switchyard/git-hosts'
import { createEmulator, type Emulator } from 'emulate'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { gitPlace } from './git-place.ts'
import { placeContract } from './place-contract.ts'

const hosts = vi.hoisted(() => ({ host: undefined as unknown }))
vi.mock('../git-accounts/git-host-of.ts', () => ({ gitHostOf: () => hosts.host }))

// The place asks through a worker; here the emulator is asked directly.
const { fetch: ask } = globalThis
const TOKEN = 'ghp_place0token0of0ana'
let emulator: Emulator
let made = 0

beforeAll(async () => {
  const seed = {
    tokens: { [TOKEN]: { login: 'ana', scopes: ['repo'] } },
    github: { users: [{ login: 'ana', name: 'Ana' }] },
  }
  emulator = await createEmulator({ service: 'github', port: 0, seed })
  hosts.host = createGitHost(github, { base: emulator.url, token: TOKEN, fetch: ask }) satisfies GitHost
})
afterAll(() => emulator.close())

const place = gitPlace({
  id: 'a1',
  host: 'github',
  base: 'https://api.github.com',
  name: 'Ana',
  tokenIsKept: false,
  isRelayed: false,
})

async function newRepository(): Promise<string> {
  const name = `place-${++made}`
  const response = await ask(`${emulator.url}/user/repos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, auto_init: true }),
  })
  expect(response.status).toBe(201)
  return `ana/${name}`
}

placeContract(async () => place.space(await newRepository(), 'main'))

test('its id says of which account it is, and its files have an address that clients load', () => {
  expect(place.id).toBe('git.a1')
  expect(place.space('ana/configs', 'main').address?.('sub/a b.yaml')).toBe(
    `${emulator.url}/ana/configs/raw/main/sub/a%20b.yaml`,
  )
})
