import { expect, test } from 'vitest'
import { TABLES } from '../../../../server/src/db/tables.ts'
import english from '../../messages/account/en-US.json' with { type: 'json' }
import chinese from '../../messages/account/zh-CN.json' with { type: 'json' }

test('everything that a server counts of an account has words', () => {
  const owned = TABLES.filter(({ owner }) => owner === 'user_id')
    .map(({ name }) => name)
    .toSorted()
  expect(owned.length).toBeGreaterThan(10)
  expect(Object.keys(chinese.account.kept).toSorted()).toEqual(owned)
  expect(Object.keys(english.account.kept).toSorted()).toEqual(owned)
})
