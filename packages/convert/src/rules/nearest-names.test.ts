import { expect, test } from 'vitest'
import { nearestNames } from './nearest-names.ts'

test.each<[string, string[], string[]]>([
  ['DOMAIN-SUFIX', ['DOMAIN', 'DOMAIN-SUFFIX', 'DOMAIN-REGEX', 'MATCH'], ['DOMAIN-SUFFIX', 'DOMAIN', 'DOMAIN-REGEX']],
  ['Proxi', ['Auto', 'Proxy'], ['Proxy']],
  ['proxy', ['Proxies', 'Proxy'], ['Proxy', 'Proxies']],
  ['HK', ['HK 01 fast', 'HK 1'], ['HK 1', 'HK 01 fast']],
  ['x', ['Proxy'], []],
])('%s among %j: %j', (name, candidates, nearest) => expect(nearestNames(name, candidates)).toEqual(nearest))
