import { expect, test } from 'vitest'
import { addUser, emptyStore, signIn } from '../test/accounts.ts'
import type { Deps } from './deps.ts'
import { type EngineJob, runJob } from './engine/engine-job.ts'
import { app } from './test-app.ts'

const RECIPE = JSON.stringify({
  switchyard: 'recipe',
  version: 1,
  sources: [{ id: 'a', name: 'a', text: 'trojan://password@a.example.com:443#A' }],
})

test('of a session sixteen requests are under way, whatever other cookies they bring, and another one waits for none', async () => {
  const store = await emptyStore()
  const [ann, bob] = [await addUser(store, 'ann'), await addUser(store, 'bob')]
  let asked = 0
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const engine = (async (job: EngineJob) => {
    asked++
    await opened
    return runJob(job)
    // What is given for a job is of its kind.
  }) as Deps['engine']
  const ask = app({}, { store, engine })
  const headers = { origin: 'http://localhost:3000', 'content-type': 'application/json' }
  const session = await signIn(store, ann)
  const flood = Array.from({ length: 40 }, (_, at) =>
    ask(
      '/api/recipes/apply',
      { ...headers, cookie: `other=${at}; sid=${session}` },
      { method: 'POST', body: JSON.stringify({ recipe: RECIPE, texts: {} }) },
    ),
  )
  await expect.poll(() => asked).toBe(16)
  const quiet = await ask('/api/outputs', { cookie: `sid=${await signIn(store, bob)}` })
  expect([quiet.status, asked]).toEqual([200, 16])
  open()
  const statuses = await Promise.all(flood.map(async (answer) => (await answer).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
})
