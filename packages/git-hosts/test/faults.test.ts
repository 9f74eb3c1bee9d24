import { LANGS } from '@switchyard/convert/languages'
import { type FileChange, type GitFailure, type GitFailureCode, GitHostError } from '@switchyard/git-hosts'
import { gitFailureMessage, loadGitFailureWords } from '@switchyard/locale/git-failure-words'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SERVERS } from './servers.ts'
import type { TestServer } from './test-server.ts'

const KINDS = ['create', 'update', 'delete'] as const
type Kind = (typeof KINDS)[number]

const NOW = Date.UTC(2026, 10, 28, 12)
const MINE = new TextEncoder().encode('mine\n')
const THEIRS = new TextEncoder().encode('theirs\n')
const OLD = new TextEncoder().encode('old\n')

/** What happens to the first request that writes, and to those after it. */
interface Fault {
  name: string
  /** What the other editor does right before. */
  others?: 'change' | 'delete'
  /** Whether the host does what it is asked. */
  isDone?: true
  answer: (signal: AbortSignal) => Promise<Response>
  /** Every later request, reads too, is answered so. */
  forEver?: true
  expected: GitFailureCode | 'written' | Partial<Record<Kind, GitFailureCode | 'written'>>
  until?: number
}

const says = (status: number, message: string, headers?: Record<string, string>) => () =>
  Promise.resolve(Response.json({ message }, { status, headers }))
const drops = () => Promise.reject(new TypeError('fetch failed'))
const hangs = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

const FAULTS: readonly Fault[] = [
  { name: '401', answer: says(401, 'Bad credentials'), expected: 'token-invalid' },
  { name: '403 scope', answer: says(403, 'insufficient_scope'), expected: 'scope-missing' },
  {
    name: '403 rate',
    answer: says(403, 'API rate limit exceeded', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW / 1000 + 60) }), // oxfmt-ignore
    expected: 'rate-limited',
    until: NOW + 60_000,
  },
  {
    name: '404 file',
    others: 'delete',
    answer: says(404, 'Not Found'),
    expected: { create: 'not-found', update: 'conflict', delete: 'written' },
  },
  { name: '404 repository', answer: says(404, 'Not Found'), forEver: true, expected: 'repository-not-found' },
  {
    name: '409',
    others: 'change',
    answer: says(409, 'Conflict'),
    expected: { create: 'exists', update: 'conflict', delete: 'conflict' },
  },
  { name: '422', answer: says(422, 'Validation failed'), expected: 'bad-answer' },
  { name: '429', answer: says(429, 'Slow down', { 'retry-after': '7' }), expected: 'rate-limited', until: NOW + 7000 },
  { name: '500', answer: says(500, 'Internal Server Error'), expected: 'host-unreachable' },
  { name: '502 after the write', isDone: true, answer: says(502, 'Bad Gateway'), expected: 'written' },
  { name: 'dropped before the write', answer: drops, expected: 'host-unreachable' },
  { name: 'dropped after the write', isDone: true, answer: drops, expected: 'written' },
  { name: 'slow', isDone: true, answer: hangs, expected: 'written' },
  { name: 'garbage', isDone: true, answer: async () => new Response('{"commit": {"sh', { status: 200 }), expected: 'written' }, // oxfmt-ignore
]

describe.each(SERVERS)('$name', ({ missing, start, patienceMs }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'what goes wrong with a write', () => {
    let server: TestServer
    let path: string
    beforeAll(async () => {
      server = await start()
      path = await server.newRepository()
    })
    afterAll(() => server.close())

    describe.each(FAULTS)('$name', (fault) => {
      test.each(KINDS)('%s', async (kind) => {
        const [theirs, main] = [server.connect(), server.defaultBranch]
        const file = `rules/${fault.name} #${kind}.list`
        const read = async () => {
          try {
            return new TextDecoder().decode((await theirs.readFile(path, main, file)).bytes)
          } catch (error) {
            if (error instanceof GitHostError && error.failure.code === 'not-found') return undefined
            throw error
          }
        }

        const seen = kind === 'create' ? undefined : await put({ kind: 'create', path: file, bytes: OLD })
        let theirText = await read()
        const { mine, writes } = faultyEditor(fault, async () => {
          if (fault.others) await othersDo(fault.others, seen)
          theirText = await read()
        })
        const request = { message: 'mine', changes: [changeOf(kind, file, seen)] }
        const outcome = await mine.write(path, main, request).then(
          () => 'written' as const,
          (error: unknown) => failureOf(error),
        )

        const expected = typeof fault.expected === 'string' ? fault.expected : fault.expected[kind]!
        expect(outcome === 'written' ? outcome : outcome.code).toBe(expected)
        if (outcome === 'written') {
          expect(await read()).toBe(kind === 'delete' ? undefined : 'mine\n')
        } else {
          // Neither is theirs overwritten, nor half of mine there.
          expect(await read()).toBe(theirText)
          expect(outcome.until).toBe(fault.until)
          expect(outcome.mayBeWritten).toBeUndefined()
          await expectNextStep(outcome)
        }
        // No write is tried again by itself.
        expect(writes()).toBe(1)

        async function put(change: FileChange): Promise<string> {
          const { versions } = await theirs.write(path, main, { message: 'theirs', changes: [change] })
          return versions[change.path] ?? ''
        }

        async function othersDo(what: 'change' | 'delete', version: string | undefined): Promise<void> {
          if (what === 'delete' && version !== undefined) await put({ kind: 'delete', path: file, version })
          if (what === 'delete') return
          if (version === undefined) await put({ kind: 'create', path: file, bytes: THEIRS })
          else await put({ kind: 'update', path: file, bytes: THEIRS, version })
        }
      })
    })

    /** Its first write meets the fault. */
    function faultyEditor({ isDone, answer, forEver }: Fault, before: () => Promise<void>) {
      let writes = 0
      const faulty: typeof fetch = async (input, init) => {
        const isWrite = !['GET', 'HEAD'].includes(init?.method ?? 'GET')
        if (isWrite) writes++
        if (!(isWrite && writes === 1) && !(forEver && writes > 0)) return server.fetch(input, init)
        if (isWrite) await before()
        if (isDone) await (await server.fetch(input, { ...init, signal: null })).arrayBuffer()
        return answer(init!.signal!)
      }
      const mine = server.connect({ fetch: faulty, timeoutMs: patienceMs, now: () => NOW })
      return { mine, writes: () => writes }
    }
  })
})

test('a write whose answer was lost is said to be uncertain when nothing can be read any more', async () => {
  const server = await SERVERS[1]!.start()
  const path = await server.newRepository()
  let isCut = false
  const cut: typeof fetch = async (input, init) => {
    if (isCut) throw new TypeError('fetch failed')
    const answer = await server.fetch(input, init)
    isCut = init?.method === 'POST'
    return isCut ? drops() : answer
  }
  const mine = server.connect({ fetch: cut })
  await mine.me()
  const failure = await mine
    .write(path, 'main', { message: 'm', changes: [{ kind: 'create', path: 'a', bytes: MINE }] })
    .then(() => expect.fail('written'), failureOf)
  expect(failure).toMatchObject({ code: 'host-unreachable', mayBeWritten: true })
  await expectNextStep(failure)
})

function changeOf(kind: Kind, path: string, version = ''): FileChange {
  if (kind === 'create') return { kind, path, bytes: MINE }
  return kind === 'update' ? { kind, path, bytes: MINE, version } : { kind, path, version }
}

function failureOf(error: unknown): GitFailure {
  if (error instanceof GitHostError) return error.failure
  throw error
}

/** A sentence in every language that says more than what is the matter. */
async function expectNextStep(failure: GitFailure) {
  for (const lang of LANGS) {
    const message = gitFailureMessage(failure, await loadGitFailureWords(lang), lang, { host: 'Host' })
    expect(message).toMatch(/.[:：.。].{4}/)
  }
}
