import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { config as engine } from '../../../workers/tasks/config.ts'
import type { BenchSession } from './bench-session.ts'
import { withFixes } from './fixes.ts'
import type { AskEngine, OpenConfig } from './panel.ts'

const MIHOMO = 'mixed-port: 7890 # mine\nmode: rule\nunified-dealy: true\nrules:\n  - MATCH,DIRECT\n'
const SINGBOX = '{"outbounds": [{"type": "direct", "tag": "direct"}], "route": {"final": "direct"}}'
const XRAY = '{"outbounds": [{"protocol": "freedom", "tag": "direct"}]}'

/** What the tab keeps: it outlives the page. */
const kept = vi.hoisted(() => ({ value: undefined as OpenConfig | undefined }))
vi.mock('../../../components/handover/kept-beside.ts', () => ({
  KeptBeside: class {
    load = async () => kept.value
    keep = async (value: OpenConfig | undefined) => void (kept.value = value)
  },
}))

// The worker answers with promises, and that is all that is different.
const ask: AskEngine = async (question) => (question as (api: object) => never)(engine)

/** A page that was loaded anew. */
async function page(askEngine = ask): Promise<BenchSession> {
  vi.resetModules()
  const { BenchSession } = await import('./bench-session.ts')
  const session = new BenchSession(askEngine)
  await session.start('en-US')
  return session
}

const opened = async (text: string, askEngine = ask): Promise<BenchSession> => {
  const session = await page(askEngine)
  await session.open({ name: 'a', text, origin: { kind: 'pasted' } })
  return session
}

const texts = (session: BenchSession) => session.config?.text

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', () => {})
  kept.value = undefined
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['mihomo', MIHOMO],
  ['singbox', SINGBOX],
  ['xray', XRAY],
  ['mihomo', 'nothing that is a config'],
])('a text is recognised as one for %s, and checked at once', async (client, text) => {
  const session = await opened(text)
  expect(session.config).toMatchObject({ client, text, opened: text })
  expect(session.checked.get()).toMatchObject({ of: { text }, result: { client } })
})

test('what is typed and what a panel changes stand in one history', async () => {
  const session = await opened(MIHOMO)
  session.type(`${MIHOMO}# a`)
  session.type(`${MIHOMO}# ab`)
  vi.advanceTimersByTime(2000)
  expect(session.change(`${MIHOMO}# ab`, `${MIHOMO}# panel`)).toBe(true)
  session.type(`${MIHOMO}# typed`)
  const back = [1, 2, 3, 4].map(() => {
    session.undo()
    return texts(session)
  })
  // Quick typing is one step, a change of a panel is one, and the first step is the opening.
  expect(back).toEqual([`${MIHOMO}# panel`, `${MIHOMO}# ab`, MIHOMO, undefined])
  for (let step = 0; step < 4; step++) session.redo()
  expect(texts(session)).toBe(`${MIHOMO}# typed`)
})

test('a change that was made of another text changes nothing', async () => {
  const session = await opened(MIHOMO)
  session.type('mode: rule\n')
  expect(session.change(MIHOMO, 'mode: direct\n')).toBe(false)
  expect(texts(session)).toBe('mode: rule\n')
})

test('opening another config can be undone, with every change of the first one', async () => {
  const session = await opened(MIHOMO)
  session.type('mode: direct\n')
  await session.open({ name: 'b', text: SINGBOX, origin: { kind: 'file', name: 'b.json' } })
  expect(session.config).toMatchObject({ name: 'b', client: 'singbox' })
  session.undo()
  expect(session.config).toMatchObject({ name: 'a', client: 'mihomo', text: 'mode: direct\n', opened: MIHOMO })
})

test('issues follow the text, and those of the text of before are known as such', async () => {
  const session = await opened(MIHOMO)
  const codes = () => session.checked.get()?.result?.issues.map(({ code }) => code)
  expect(codes()).toEqual(['key-unknown'])
  session.type(MIHOMO.replace('dealy', 'delay'))
  expect(session.checked.get()?.of.text).toBe(MIHOMO)
  await vi.advanceTimersByTimeAsync(300)
  expect([codes(), session.checked.get()?.of.text]).toEqual([[], texts(session)])
})

test('what is typed while the engine answers is checked after that', async () => {
  const asked: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const engineOf = (api: object) => ({
    ...api,
    check: (text: string, ...rest: [object, 'en-US']) => {
      asked.push(text)
      return engine.check(text, ...rest)
    },
  })
  const slow: AskEngine = (question) =>
    (asked.length === 1 ? promise : Promise.resolve()).then(() => ask((api) => question(engineOf(api) as never)))
  const session = await opened('a: 1\n', slow)
  session.type('a: 2\n')
  await vi.advanceTimersByTimeAsync(300)
  session.type('a: 3\n')
  session.type('a: 4\n')
  await vi.advanceTimersByTimeAsync(300)
  resolve()
  await vi.advanceTimersByTimeAsync(300)
  expect(asked).toEqual(['a: 1\n', 'a: 2\n', 'a: 4\n'])
})

test('an engine that does not answer loses nothing, and is asked again', async () => {
  let isGone = true
  // The page that was loaded anew has a class of its own.
  const failing = async () => {
    const { WorkerGone } = await import('../../../components/engine/worker-client.ts')
    if (isGone) throw new WorkerGone('crashed')
  }
  const session = await opened(MIHOMO, (question) => failing().then(() => ask(question)))
  expect([session.checked.get()?.isGone, texts(session)]).toEqual([true, MIHOMO])
  isGone = false
  session.checkAgain()
  await vi.advanceTimersByTimeAsync(10)
  expect(session.checked.get()).toMatchObject({ isGone: false, result: { warnings: 1 } })
})

test('another client and version say other things about the same text, as a step of its own', async () => {
  const session = await opened(MIHOMO)
  session.checkFor('clash', undefined)
  await vi.advanceTimersByTimeAsync(300)
  expect(session.checked.get()?.result?.client).toBe('clash')
  session.undo()
  expect(session.config?.client).toBe('mihomo')
})

test('what is open is there again after the page was loaded anew, and the next step back is none', async () => {
  const first = await opened(MIHOMO)
  first.type('mode: direct\n')
  await vi.advanceTimersByTimeAsync(1000)
  const second = await page()
  expect(second.config).toMatchObject({ text: 'mode: direct\n', opened: MIHOMO })
  second.undo()
  expect(texts(second)).toBe('mode: direct\n')
  second.close()
  await vi.advanceTimersByTimeAsync(1000)
  expect((await page()).config).toBeNull()
})

test('what an output serves leaves the page with the account, and what was pasted stays', async () => {
  const session = await opened(MIHOMO)
  await session.open({ name: 'home', text: SINGBOX, origin: { kind: 'output', id: 'o1' } })
  session.type(`${SINGBOX} `)
  session.forgetAccount()
  expect([session.config, kept.value]).toEqual([null, undefined])
  session.undo()
  expect(texts(session)).toBe(MIHOMO)
  session.forgetAccount()
  expect(texts(session)).toBe(MIHOMO)
})

test('what was published stays published under its address, whichever step one goes to, until another config is opened', async () => {
  const session = await opened(MIHOMO)
  session.type('mode: direct\n')
  session.published({ id: 'o1', name: 'home', revision: 0 })
  expect(session.config?.published).toEqual({ id: 'o1', name: 'home', revision: 0 })
  session.undo()
  expect([texts(session), session.config?.published?.id]).toEqual([MIHOMO, 'o1'])
  session.published({ id: 'o1', name: 'home', revision: 1 })
  session.redo()
  expect([texts(session), session.config?.published?.revision]).toEqual(['mode: direct\n', 1])
  await session.open({ name: 'b', text: SINGBOX, origin: { kind: 'pasted' } })
  expect(session.config).not.toHaveProperty('published')
  session.undo()
  expect(session.config?.published?.id).toBe('o1')
})

test('a config of one’s own stays when the account leaves, and is no longer published as anything', async () => {
  const session = await opened(MIHOMO)
  session.published({ id: 'o1', name: 'home', revision: 0 })
  session.forgetAccount()
  expect(texts(session)).toBe(MIHOMO)
  expect(session.config).not.toHaveProperty('published')
  await vi.advanceTimersByTimeAsync(1000)
  expect(kept.value).not.toHaveProperty('published')
})

test('the issues are said in the language of the page', async () => {
  const session = await opened(MIHOMO)
  const said = () => session.checked.get()?.result?.issues[0]?.message
  expect(said()).toMatch(/Unknown key/)
  await session.start('zh-CN')
  await vi.advanceTimersByTimeAsync(300)
  expect(said()).toMatch(/未知的键/)
})

test('all fixes are one change, and undo takes it back whole', async () => {
  const text = 'unified-dealy: true\nmixed-prot: 7890 # mine\nrules:\n  - MATCH,DIRECT\n'
  const session = await opened(text)
  const { text: fixed, fixed: count } = withFixes(text, session.checked.get()?.result?.issues ?? [])
  expect([fixed, count]).toEqual(['unified-delay: true\nmixed-port: 7890 # mine\nrules:\n  - MATCH,DIRECT\n', 2])
  session.change(text, fixed)
  session.undo()
  expect(texts(session)).toBe(text)
})

test('a config that was saved in its place compares with what stands there now, at every step of undo', async () => {
  const session = await page()
  const address = { place: 'device', root: '', ref: '', path: 'a.yaml' }
  const format = { text: MIHOMO, encoding: 'utf-8', hasMark: false, lineEnd: '\n' } as const
  const origin = { kind: 'place', address, format } as const
  await session.open({ name: 'a', text: MIHOMO, origin })
  session.type(`${MIHOMO}# more\n`)
  const base = { bytes: new Uint8Array(), version: 'v2' }
  session.saved({ ...origin, base }, `${MIHOMO}# more\n`)
  expect(session.config).toMatchObject({ opened: `${MIHOMO}# more\n`, origin: { base } })
  session.undo()
  expect(session.config).toMatchObject({ text: MIHOMO, opened: `${MIHOMO}# more\n`, origin: { base } })
})
