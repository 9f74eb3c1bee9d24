import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** A page that shows what it asked for: everything of the module is as in a page that was just opened. */
async function openPage() {
  vi.resetModules()
  const store = await import('./loaded-store.ts')
  const { takeUser, forgetUser } = await import('./session.ts')
  return { ...store, takeUser, forgetUser }
}

/** What answers, one question after the other. */
function asking() {
  const signals: AbortSignal[] = []
  const answers: ((data: string) => void)[] = []
  const load = (signal: AbortSignal) => {
    signals.push(signal)
    return new Promise<string>((resolve) => answers.push(resolve))
  }
  return { load, signals, answers }
}

const nothing = () => undefined
const turn = () => new Promise((done) => setTimeout(done))

beforeEach(() => vi.stubGlobal('navigator', { onLine: true }))
afterEach(() => vi.unstubAllGlobals())

test('who shows the same asks once, and all hear the answer', async () => {
  const page = await openPage()
  const { load, answers } = asking()
  const heard: string[] = []
  page.join('a', load, () => heard.push('one'))
  page.join('a', load, () => heard.push('other'))
  expect([answers.length, page.loadedNow('a')]).toEqual([1, page.LOADING])
  answers[0]!('x')
  await turn()
  expect(page.loadedNow('a')).toMatchObject({ data: 'x', isLoading: false })
  expect(heard).toEqual(['one', 'other'])
})

test('what nobody shows any more is not waited for, and who comes later asks anew', async () => {
  const page = await openPage()
  const { load, signals, answers } = asking()
  const leave = page.join('a', load, () => undefined)
  const leaveToo = page.join('a', load, () => undefined)
  leave()
  expect(signals[0]!.aborted).toBe(false)
  leaveToo()
  expect(signals[0]!.aborted).toBe(true)
  answers[0]!('late')
  await turn()
  expect(page.loadedNow('a')).toEqual(page.LOADING)
  page.join('a', load, nothing)
  expect(answers).toHaveLength(2)
})

test('after a change it is asked again: what is there stays until then, and an answer of before is dropped', async () => {
  const page = await openPage()
  const { load, answers } = asking()
  page.join('a', load, nothing)
  page.join('b', load, nothing)
  answers[0]!('first')
  await turn()
  page.reload('a', 'none')
  page.reload('a')
  expect(answers).toHaveLength(4)
  expect(page.loadedNow('a')).toMatchObject({ data: 'first', isLoading: true })
  answers[3]!('third')
  answers[2]!('second')
  await turn()
  expect(page.loadedNow('a')).toMatchObject({ data: 'third', isLoading: false })
})

test('what a change answered takes the place of what is known, and of nothing else', async () => {
  const page = await openPage()
  const { load, answers } = asking()
  page.join('a', load, nothing)
  page.put('a', () => 'too early')
  expect(page.loadedNow('a')).toEqual(page.LOADING)
  answers[0]!('x')
  await turn()
  page.put<string>('a', (data) => `${data}y`)
  expect(page.loadedNow('a')).toMatchObject({ data: 'xy' })
})

test('who comes later sees what is known at once, and it is asked for again', async () => {
  const page = await openPage()
  const { load, answers } = asking()
  page.join('a', load, () => undefined)
  answers[0]!('x')
  await turn()
  page.join('a', load, () => undefined)
  expect([answers.length, page.loadedNow('a')]).toEqual([2, { data: 'x', isLoading: true }])
  answers[1]!('y')
  await turn()
  expect(page.loadedNow('a')).toMatchObject({ data: 'y', isLoading: false })
})

test('an answer that was on its way when something changed is asked for again', async () => {
  const page = await openPage()
  const { load, answers } = asking()
  page.join('a', load, nothing)
  answers[0]!('before')
  await turn()
  page.reload('a')
  page.put('a', () => 'changed')
  answers[1]!('before')
  await turn()
  expect(page.loadedNow('a')).toMatchObject({ data: 'changed', isLoading: true })
  answers[2]!('changed')
  await turn()
  expect(page.loadedNow('a')).toMatchObject({ data: 'changed', isLoading: false })
})

test('a question that failed is asked again, and the failure stands until there is an answer', async () => {
  const page = await openPage()
  const load = vi.fn(() => Promise.reject(new Error('no network')))
  page.join('a', load, nothing)
  await turn()
  expect(page.loadedNow('a')).toMatchObject({ error: new Error('no network'), isLoading: false })
  page.reload('a')
  expect(page.loadedNow('a')).toMatchObject({ error: new Error('no network'), isLoading: true })
  expect(load).toHaveBeenCalledTimes(2)
})

test('once a session ends nothing of it is known; what is still shown after that is asked anew', async () => {
  const page = await openPage()
  const gone = asking()
  const stays = asking()
  page.takeUser({ id: '1', name: 'A', email: 'a@example.com', role: 'member', language: 'en-US' })
  const leave = page.join('gone', gone.load, nothing)
  page.join('stays', stays.load, nothing)
  gone.answers[0]!('mine')
  stays.answers[0]!('mine')
  await turn()
  page.forgetUser()
  expect([page.loadedNow('gone'), page.loadedNow('stays')]).toEqual([page.LOADING, page.LOADING])
  leave()
  await turn()
  expect([gone.answers.length, stays.answers.length]).toEqual([1, 2])
})
