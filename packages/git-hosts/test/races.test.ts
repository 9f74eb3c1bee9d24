import { type FileChange, type GitHost, GitHostError } from '@switchyard/git-hosts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SERVERS } from './servers.ts'
import type { TestServer } from './test-server.ts'

// Each in a repository of its own: what a server does takes longer the more commits there are.
const ROUNDS = Array.from({ length: process.env.LONG_TESTS ? 10 : 1 }, (_, at) => at + 1)
const FILES = ['rules/a.list', 'b.yaml'] as const

describe.each(SERVERS)('$name', ({ missing, start, isSlow }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'two editors', () => {
    let server: TestServer
    beforeAll(async () => {
      server = await start()
    })
    afterAll(() => server.close())

    const races = isSlow ? 10 : 50
    test.each(ROUNDS)(`in ${races} races no edit is lost, and none is made twice (%i)`, async (round) => {
      const random = randomFrom(round)
      const [path, main] = [await server.newRepository(), server.defaultBranch]
      const first = server.connect()
      const empty = FILES.map((file): FileChange => ({ kind: 'create', path: file, bytes: new Uint8Array(0) }))
      await first.write(path, main, { message: 'start', changes: empty })
      const edits: { line: string; files: readonly string[] }[] = []
      let conflicts = 0

      for (let race = 0; race < races; race++) {
        // Both read the same, then both write.
        const seen = await contents(server.connect())
        const added = ['x', 'y'].map((name) => {
          const host = server.connect({ fetch: faulty(random) })
          const files = random() < 0.5 ? FILES : [FILES[random() < 0.5 ? 0 : 1]]
          const edit = { line: `${race}${name}`, files }
          edits.push(edit)
          return { host, edit }
        })
        await Promise.all(added.map(({ host, edit }) => save(host, edit, seen)))
      }

      const end = await contents(first)
      for (const file of FILES) {
        const expected = edits.filter(({ files }) => files.includes(file)).map(({ line }) => line)
        expect(linesOf(end.get(file)!.text).sort()).toEqual(expected.sort())
      }
      // Two that write the same file at the same time are at least once in each other's way.
      expect(conflicts).toBeGreaterThan(0)

      async function contents(host: GitHost) {
        const files = FILES.map(async (file) => {
          const { bytes, version } = await host.readFile(path, main, file)
          return [file, { text: new TextDecoder().decode(bytes), version }] as const
        })
        return new Map<string, { text: string; version: string }>(await Promise.all(files))
      }

      /** As a person does it: a conflict is looked at and merged, a failure tried again. */
      async function save(host: GitHost, edit: (typeof edits)[number], seen: Awaited<ReturnType<typeof contents>>) {
        for (let current = seen; ;) {
          const changes = edit.files.map((file): FileChange => {
            const { text, version } = current.get(file)!
            return { kind: 'update', path: file, bytes: new TextEncoder().encode(`${text}${edit.line}\n`), version }
          })
          try {
            await host.write(path, main, { message: edit.line, changes })
            return
          } catch (error) {
            if (!(error instanceof GitHostError)) throw error
            const { code, mayBeWritten } = error.failure
            expect(mayBeWritten).toBeUndefined()
            if (code === 'conflict') conflicts++
            else expect(code).toBe('host-unreachable')
            if (code === 'conflict') current = await contents(host)
            // A lost answer whose change was overtaken by another one is a conflict; the line is there.
            if (edit.files.every((file) => linesOf(current.get(file)!.text).includes(edit.line))) return
          }
        }
      }
    })

    /** One write in five loses its way, or its answer. */
    function faulty(random: () => number): typeof fetch {
      return async (input, init) => {
        const isWrite = !['GET', 'HEAD'].includes(init?.method ?? 'GET')
        const chance = isWrite ? random() : 1
        if (chance < 0.1) throw new TypeError('fetch failed')
        const answer = await server.fetch(input, init)
        if (chance < 0.2) throw new TypeError('fetch failed')
        return answer
      }
    }
  })
})

function linesOf(text: string): string[] {
  return text.split('\n').filter(Boolean)
}

/** mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
