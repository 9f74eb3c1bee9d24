import { expect, test } from 'vitest'
import { readSubscriptionInfo } from './subscription-info.ts'

test.each([
  ['upload=1; download=2; total=3; expire=1767225600', { upload: 1, download: 2, total: 3, expire: 1767225600 }],
  ['EXPIRE = 1767225600, total=3.0,download=', { total: 3, expire: 1767225600 }],
  ['total=1.07374182e+10', { total: 10737418200 }],
  // A plan without a limit and without an end.
  ['upload=0; download=5; total=0; expire=0', { upload: 0, download: 5 }],
  ['total=0; expire=0', undefined],
  // The last second of the year 9999, as panels write it for a plan without an end.
  ['expire=253402300799', { expire: 253402300799 }],
  // Milliseconds.
  ['expire=1767225600000', { expire: 1767225600 }],
  ['expire=1767225600999', { expire: 1767225600 }],
  ['expire=253402300799999', { expire: 253402300799 }],
  ['expire=253402300800000', undefined],
  // Microseconds are nothing that anybody writes.
  ['expire=1767225600000000', undefined],
  ['expire=9007199254740991', undefined],
  ['upload=-1; total=1.2.3; expire=soon', undefined],
  ['total=1.5e12', { total: 1.5e12 }],
  [' upload = 1 ;\tdownload= 2; total =3 ', { upload: 1, download: 2, total: 3 }],
  ['download=2; total=3', { download: 2, total: 3 }],
  ['upload=-5; download=2', { download: 2 }],
  ['upload=1; total=3; upload=2', { upload: 2, total: 3 }],
  // Two headers of one name, as fetch joins them.
  ['upload=1; total=3, upload=2; total=4', { upload: 2, total: 4 }],
  ['total=10GB; upload=0x10; download=5', { download: 5 }],
  ['total=99999999999999999999; __proto__=5', undefined],
  ['', undefined],
])('of %j is told what says something', (text, expected) => {
  expect(readSubscriptionInfo(text)).toEqual(expected)
})
