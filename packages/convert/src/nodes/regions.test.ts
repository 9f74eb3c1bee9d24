import { expect, test } from 'vitest'
import { flagOf, regionOf } from './regions.ts'
import { REGION_NAMES } from './region-names.ts'

/** Names as providers write them, by the region they tell of. */
const NAMES: Record<string, string> = {
  HK: '🇭🇰 香港 01|香港 IEPL 02|HK 01|hk01|HKG-BGP|Hong Kong A|HongKong 3|深港专线 1|广港 IPLC|沪港 04|港 01|[港]02|上海-香港|中国香港 5|CN->HK|九龍 HKBN|🇭🇰|HKT 03',
  TW: '🇹🇼 台湾 01|臺灣 HiNet|台北 2|TW-03|tw04|Taiwan A|Taipei B|🇨🇳 台湾 1|广台 01|台 02|TPE-1|彰化 01|新北 3|🇨🇳TW 02|中国台湾',
  JP: '🇯🇵 日本 01|东京 A|東京 B|大阪 02|JP 03|jp04|Japan 5|Tokyo-6|Osaka|沪日 IEPL|日 01|NRT1|KIX-2|埼玉 03|HK→JP|深日专线 2|🇯🇵Relay',
  KR: '🇰🇷 韩国 01|首尔 A|首爾 2|春川|KR-03|kr4|Korea 5|South Korea 6|Seoul|ICN 7|韩 01|沪韩 2',
  SG: '🇸🇬 新加坡 01|狮城 2|獅城|SG-03|sg04|Singapore 5|SGP 6|新 01|坡 02|广新 IEPL|深坡',
  US: '🇺🇸 美国 01|美國 洛杉矶|US-LA 03|USA 4|United States 5|UnitedStates|Los Angeles|San Jose 6|硅谷|Silicon Valley|西雅图|Seattle|SJC 7|LAX 8|New York|NewYork 9|京美 01|美 02|HK-relay > US 03|🇺🇲 美国|达拉斯|Ashburn VA|US01',
  GB: '🇬🇧 英国 01|伦敦|UK-02|uk3|GB 04|London|United Kingdom 5|Great Britain|LHR|英 01|Manchester',
  DE: '🇩🇪 德国 01|法兰克福|DE-02|Germany 3|Frankfurt 4|FRA 5|德 01|沪德 2|Nuremberg|Deutschland',
  FR: '🇫🇷 法国 01|巴黎|FR-02|France 3|Paris|法 01|CDG 2|马赛',
  NL: '🇳🇱 荷兰|阿姆斯特丹|NL 01|Netherlands|Amsterdam 2|AMS 3',
  RU: '🇷🇺 俄罗斯|莫斯科|RU 01|Russia 2|Moscow|伯力|新西伯利亚',
  CA: '🇨🇦 加拿大|多伦多|CA 01|Canada|Toronto|温哥华|YVR 2',
  AU: '🇦🇺 澳大利亚|澳洲 悉尼|AU 01|Australia|Sydney 2',
  NZ: '🇳🇿 新西兰|NZ 01|New Zealand 2|奥克兰',
  IN: '🇮🇳 印度|孟买|IN 01|India|Mumbai',
  ID: '🇮🇩 印度尼西亚|印尼 1|雅加达|Indonesia|Jakarta 2',
  MY: '🇲🇾 马来西亚|吉隆坡|MY 01|Malaysia',
  TH: '🇹🇭 泰国|曼谷|TH 01|Thailand|Bangkok',
  VN: '🇻🇳 越南|胡志明|VN 01|Vietnam|Hanoi',
  PH: '🇵🇭 菲律宾|马尼拉|PH 01|Philippines|Manila',
  KH: '柬埔寨|Cambodia', TR: '🇹🇷 土耳其|伊斯坦布尔|TR 01|Turkey', AE: '阿联酋 迪拜|UAE 1|Dubai',
  MO: '🇲🇴 澳门|Macau|MO 01', KP: '朝鲜|North Korea', IT: '意大利 米兰|Italy|Milan', ES: '西班牙|Spain|Madrid', CH: '瑞士|Switzerland|Zurich',
  IE: '爱尔兰|Ireland', SE: '瑞典|Sweden|Stockholm', NO: '挪威|Norway', FI: '芬兰|Helsinki', DK: '丹麦|Denmark', PL: '波兰|Warsaw', UA: '乌克兰|Ukraine|Kyiv', BY: '白俄罗斯|Belarus',
  BR: '巴西|Brazil|Sao Paulo', AR: '阿根廷|Argentina', MX: '墨西哥|Mexico', CL: '智利|Chile', ZA: '南非|South Africa|Johannesburg', EG: '埃及|Egypt', NG: '尼日利亚|Nigeria',
  IL: '以色列|Israel', KZ: '哈萨克斯坦|Kazakhstan', RO: '罗马尼亚|Romania', IS: '冰岛|Iceland', MN: '蒙古|Mongolia', PK: '巴基斯坦|Pakistan',
  CN: '🇨🇳 中国|回国 01|China|Shanghai 2|深圳 BGP|北京', '': 'CN2 GIA|平台公告|更新说明|生日快乐|contact us|SS 01|Node 1|🇺🇳 未知|IPLC 3|vless|最新|to be used in it|欧美|每日签到|VIP 1|TG|NF 解锁|Premium|x1.5|AI|剩余流量：120GB|Traffic 1.5 GB',
} // oxfmt-ignore
const ROWS = Object.entries(NAMES).flatMap(([region, names]) =>
  names.split('|').map((name) => [name, region || undefined] as const),
)

test.each(ROWS)('%s stands in %s', (name, region) => {
  expect(regionOf(name)).toBe(region)
})

test('the tables are as large as promised', () => {
  expect(ROWS.length).toBeGreaterThanOrEqual(200)
  expect(REGION_NAMES.trim().split('\n').length).toBeGreaterThanOrEqual(60)
})

test.each([
  ['node 1', 'hk1.example.com', 'HK'],
  ['node 1', 'jp-02.node.example.com', 'JP'],
  ['node 1', 'example.us', undefined],
  ['node 1', '192.0.2.1', undefined],
  ['日本', 'hk1.example.com', 'JP'],
])('%s at %s stands in %s', (name, server, region) => {
  expect(regionOf(name, server)).toBe(region)
})

test.each([
  ['HK', '🇭🇰'],
  ['GB', '🇬🇧'],
  ['other', undefined],
  ['hk', undefined],
  ['', undefined],
])('the flag of %s', (region, flag) => {
  expect(flagOf(region)).toBe(flag)
})
