import { expect, test } from 'vitest'
import { readFailedWay, readLoginKey } from './login-key.ts'

test.each([
  ['#invite=a1B2', { kind: 'invite', token: 'a1B2' }],
  ['#setup=XYZ', { kind: 'setup', token: 'XYZ' }],
  ['#reset=a_b-c', { kind: 'reset', token: 'a_b-c' }],
  ['#confirm=1', { kind: 'confirm', token: '1' }],
  ['', undefined],
  ['#content', undefined],
  ['#invite=', undefined],
  ['#other=1', undefined],
  ['#invite=<b>', undefined],
  [`#invite=${'a'.repeat(201)}`, undefined],
])('the fragment %j of a link to the sign-in page carries %j', (fragment, key) =>
  expect(readLoginKey(fragment)).toEqual(key),
)

test.each([
  ['#failed=method-taken', 'method-taken'],
  ['#failed=', undefined],
  ['#failed=<b>', undefined],
  ['#setup=a1B2', undefined],
])('%s says why nobody came back from a provider', (fragment, code) => {
  expect(readFailedWay(fragment)).toBe(code)
})
