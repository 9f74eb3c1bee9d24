import { describe, expect, test } from 'vitest'
import { regionOf } from '../nodes/regions.ts'
import { regionFilter } from './region-filters.ts'

const REGIONS = ['HK', 'TW', 'JP', 'KR', 'SG', 'US']
/** A filter as JavaScript runs it: its engine reads what .NET reads here, but for flags in front. */
const matches = (filter: string, name: string) => new RegExp(filter.replace(/^\(\?i\)/, ''), 'i').test(name)

describe('filters of regions over provider nodes know the names that nodes in the list are sorted by', () => {
  test.each([
    '🇭🇰 01', '香港 01', '沪港 IEPL', 'Hong Kong 3', 'HongKong-3', 'hk1', 'HKG 02', 'HKBN 1', '九龙 02', '将军澳', '港 03',
    '🇹🇼 台湾', '臺灣 01', '新北', 'Taipei', 'tw-2', 'Hinet 1', '中华电信 HiNet', '台 1', '🇯🇵 JP', '东京', '大阪 2', '京日 01', 'Osaka', 'NRT 1', '名古屋',
    '🇰🇷 首尔', '韩国 01', 'Seoul 2', 'kr-1', 'Incheon', '春川', '🇸🇬 SG', '新加坡 1', '狮城', 'sgp 2', 'Singapore', '坡 1', '沪新',
    '🇺🇸 US', '🇺🇲 01', '美国 1', '洛杉矶', 'Los Angeles 1', 'Los-Angeles 2', 'LAX 1', 'United States', 'San Jose', '纽约', 'Fremont', '硅谷', 'usa 1',
    '德国 01', 'London', '🇫🇷', 'Sydney', 'just a node', 'us and them', 'singing', 'thk', '阿姆斯特丹', '新西兰', '日内瓦', '美食', '墨西哥',
  ])('%s', (name) => {
    const region = regionOf(name)
    const wanted = region !== undefined && REGIONS.includes(region) ? region : 'other'
    const found = [...REGIONS, 'other'].filter((code) => matches(regionFilter(code, REGIONS)!, name))
    expect(found).toEqual([wanted])
  }) // oxfmt-ignore

  test('a region without names has no filter', () => expect(regionFilter('XX', REGIONS)).toBeUndefined())
})
