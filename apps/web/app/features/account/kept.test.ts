import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import english from '../../messages/account/en-US.json' with { type: 'json' }
import chinese from '../../messages/account/zh-CN.json' with { type: 'json' }

test('everything that a server counts of an account has words', () => {
  const tables = readFileSync(new URL('../../../../server/src/db/tables.ts', import.meta.url), 'utf8')
  const owned = [...tables.matchAll(/name: '(\w+)'[^}]*?isOwned: true/g)].map(([, name = '']) => name).toSorted()
  expect(owned.length).toBeGreaterThan(10)
  expect(Object.keys(chinese.account.kept).toSorted()).toEqual(owned)
  expect(Object.keys(english.account.kept).toSorted()).toEqual(owned)
})
