import { performance } from 'node:perf_hooks'
import { inDataFolder } from './data-folder.ts'
import { quantile, round } from './figures.ts'
import { type Api, registerOwner } from './owner.ts'
import { kill, startServer } from './start-server.ts'

/** After twenty an account is closed for a while, and so is one that is not there. */
const TRIES = 19
/** Each try counts against its address: so each comes from another one. */
const PROXIES = { TRUSTED_PROXIES: '1' }

/** How long the two ways to be refused take. */
interface Pair {
  what: string
  knownMs: number
  unknownMs: number
  ratio: number
}

/**
 * Asks by turns for something that exists and for something that does not, and compares the medians. The pairs: a wrong
 * password for an account and for none; a paused address and one that never existed; a share whose bucket was made private
 * and one that never existed.
 */
export function measureEqualTimes(): Promise<Pair[]> {
  return inDataFolder(async (folder) => {
    const server = await startServer({ DATA_DIR: folder, ...PROXIES })
    const { origin } = server
    let visitor = 0
    const ask = (method: string, path: string, body?: object) =>
      fetch(origin + path, {
        method,
        headers: {
          origin,
          'x-forwarded-for': `203.0.${++visitor >> 8}.${visitor & 255}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    try {
      const { api } = await registerOwner(() => server, folder)
      const token = await pausedToken(api)
      const share = await endedShare(api)
      const login = (email: string) => ask('POST', '/api/auth/login', { email, password: 'wrong horse battery' })
      return [
        await compare(
          'wrong password',
          () => login('me@example.com'),
          () => login('nobody@example.com'),
        ),
        await compare(
          'address',
          () => ask('GET', `/sub/${token}`),
          (at) => ask('GET', `/sub/${String(at).padStart(token.length, 'x')}`),
        ),
        await compare(
          'shared file',
          () => ask('GET', `/f/${share}`),
          (at) => ask('GET', `/f/${String(at).padStart(share.length, 'x')}`),
        ),
      ]
    } finally {
      await kill(server)
    }
  })
}

/** Both by turns, so that both see the same machine. */
async function compare(
  what: string,
  known: (at: number) => Promise<Response>,
  unknown: (at: number) => Promise<Response>,
): Promise<Pair> {
  const times: [number[], number[]] = [[], []]
  for (let at = 0; at < TRIES; at++)
    for (const [side, ask] of [known, unknown].entries()) {
      const began = performance.now()
      await (await ask(at)).text()
      times[side as 0 | 1].push(performance.now() - began)
    }
  const [knownMs, unknownMs] = times.map((side) => quantile(side, 0.5)) as [number, number]
  return { what, knownMs: round(knownMs), unknownMs: round(unknownMs), ratio: round(knownMs / unknownMs) }
}

async function pausedToken(api: Api): Promise<string> {
  const recipe = JSON.stringify({
    switchyard: 'recipe',
    version: 1,
    sources: [{ id: 'a', name: 'a', text: 'trojan://secret@a.example:443#A' }],
  })
  const body = { name: 'output', recipe, client: 'mihomo' }
  const made = await api<{ id: string; addresses: { id: string }[] }>('POST', '/api/outputs', body)
  const place = `/api/outputs/${made.id}/addresses/${made.addresses[0]!.id}`
  const { url } = await api<{ url: string }>('GET', place)
  await api('PATCH', place, { paused: true })
  return url.split('/sub/')[1]!
}

async function endedShare(api: Api): Promise<string> {
  await api('POST', '/api/minio/upload/text', { text: 'x', path: 'a.txt' })
  const { url } = await api<{ url: string }>('POST', '/api/shares', { path: 'a.txt' })
  await api('PUT', '/api/minio/permission?type=private')
  return url.split('/f/')[1]!
}
