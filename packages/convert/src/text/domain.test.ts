import { describe, expect, test } from 'vitest'
import { toAsciiDomain } from './domain.ts'
import { nearestNames } from '../rules/nearest-names.ts'

describe('an international name is written in punycode', () => {
  test.each([
    ['例子.com', 'xn--fsqu00a.com'],
    ['中国.例子', 'xn--fiqs8s.xn--fsqu00a'],
    ['MÜNCHEN.de', 'xn--mnchen-3ya.de'],
    ['例子/a', undefined],
    ['例子:80', undefined],
    ['例 子', undefined],
    ['a@例子', undefined],
    ['例子..com', undefined],
  ])('%s: %s', (name, ascii) => expect(toAsciiDomain(name)).toBe(ascii))
})

describe('names that may have been meant come nearest first', () => {
  test.each([
    ['Proxi', ['Auto', 'Proxy', 'DIRECT'], ['Proxy']],
    ['direct', ['REJECT', 'DIRECT'], ['DIRECT', 'REJECT']],
    ['香港', ['🇭🇰 香港节点', '🇯🇵 日本节点'], ['🇭🇰 香港节点']],
    ['xyz', ['Select', 'Auto'], []],
    ['', ['Select'], []],
  ])('%s among %s', (name, candidates, nearest) => expect(nearestNames(name, candidates)).toEqual(nearest))
})
