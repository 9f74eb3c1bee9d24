// oxlint-disable no-restricted-globals -- a test asks a server of its own
import { createEmulator } from 'emulate'
import type { PresetPlace } from './preset-place.ts'

const TOKEN = 'token-of-owner'

/** GitHub as `emulate` has it, on loopback, with files in the folder of a place: https://emulate.dev. For tests. */
export async function startCodeHost(
  { owner, repo, path, ref }: PresetPlace,
  files: Readonly<Record<string, Buffer>>,
): Promise<{ base: string; close: () => Promise<void> }> {
  const emulator = await createEmulator({
    service: 'github',
    port: 0,
    seed: {
      tokens: { [TOKEN]: { login: owner, scopes: ['repo'] } },
      github: { users: [{ login: owner }] },
    },
  })
  const ask = async (method: string, at: string, body: object) => {
    const response = await fetch(`${emulator.url}${at}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${at}: ${response.status} ${await response.text()}`)
  }
  const of = `/repos/${owner}/${repo}`
  await ask('POST', '/user/repos', { name: repo, auto_init: true })
  const main = await fetch(`${emulator.url}${of}/git/ref/heads/main`)
  // As the API of GitHub has it.
  const { object } = (await main.json()) as { object: { sha: string } }
  await ask('POST', `${of}/git/refs`, { ref: `refs/heads/${ref}`, sha: object.sha })
  for (const [name, bytes] of Object.entries(files)) {
    const content = bytes.toString('base64')
    await ask('PUT', `${of}/contents/${path}/${encodeURIComponent(name)}`, { message: name, content, branch: ref })
  }
  return { base: emulator.url, close: () => emulator.close() }
}
