import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { DEVICE_PLACE } from '../places/device-place.ts'
import { expectFailure } from '../places/place-contract.ts'
import { restoreVersion, versionAt } from './restore-version.ts'

const space = DEVICE_PLACE.space('', '')
const bytes = (text: string) => new TextEncoder().encode(text)
const text = async (path: string) => new TextDecoder().decode((await space.read(path)).bytes)

test('yesterday’s file comes back as a new commit, and today’s stays in the history', async () => {
  const one = await space.write({ message: 'one', changes: [{ kind: 'create', path: 'a', bytes: bytes('1\n') }] })
  const update = { kind: 'update', path: 'a', bytes: bytes('2\n'), version: one.versions['a']! } as const
  const two = await space.write({ message: 'two', changes: [update] })
  expect(await restoreVersion(space, 'a', one.commit, 'back')).toBeDefined()
  expect(await text('a')).toBe('1\n')
  expect((await space.history!({ path: 'a' })).items.map(({ message }) => message)).toEqual(['back', 'two', 'one'])
  expect((await versionAt(space, two.commit, 'a'))?.bytes).toEqual(bytes('2\n'))
  expect(await restoreVersion(space, 'a', one.commit, 'again')).toBeUndefined()

  const gone = await space.write({
    message: 'gone',
    changes: [{ kind: 'delete', path: 'a', version: one.versions['a']! }],
  })
  expect(await versionAt(space, gone.commit, 'a')).toBeUndefined()
  await expectFailure(restoreVersion(space, 'a', gone.commit, 'x'), { code: 'not-found' })
  await restoreVersion(space, 'a', two.commit, 'from before it was deleted')
  expect(await text('a')).toBe('2\n')
})
