import { expect, test } from 'vitest'
import { addUser, emptyStore, signIn } from '../../../test/accounts.ts'
import { makeOutput } from '../../../bench/people.ts'
import { EngineError } from '../../shared/engine-error.ts'
import { type EngineJob, runJob } from '../../engine/engine-job.ts'
import type { Asker } from '../../shared/asker.ts'
import type { Deps } from '../../deps.ts'
import { app } from '../../test-app.ts'

const RECIPE = { sources: [{ id: 'a', name: 'a', text: 'trojan://password@a.example.com:443#A' }] }

test.each(['preview', 'versions/1'])('%s of an output ends when whoever asked for it has gone', async (path) => {
  const store = await emptyStore()
  const ann = await addUser(store, 'ann')
  const { id } = await makeOutput(store, { userId: ann.id, cookie: '' }, { recipe: RECIPE })
  const visit = new AbortController()
  const engine = ((job: EngineJob, { person, signal }: Asker) => {
    expect(person).toBe(ann.id)
    if (job.kind !== 'apply' && job.kind !== 'preview') return Promise.resolve(runJob(job))
    return new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new EngineError('cancelled')))
      visit.abort()
    })
    // What is given for a job is of its kind.
  }) as Deps['engine']
  const ask = app({}, { store, engine })
  const headers = {
    cookie: `sid=${await signIn(store, ann)}`,
    origin: 'http://localhost:3000',
    'content-type': 'application/json',
  }
  const body = { revision: 0, recipe: JSON.stringify({ switchyard: 'recipe', version: 1, ...RECIPE }) }
  await ask(`/api/outputs/${id}`, headers, { method: 'PATCH', body: JSON.stringify(body) })
  const more = path === 'preview' ? { method: 'POST', body: '{}' } : {}
  const answer = await ask(`/api/outputs/${id}/${path}`, headers, { ...more, signal: visit.signal })
  expect(answer.status).toBe(499)
})
