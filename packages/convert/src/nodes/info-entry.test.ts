import fc from 'fast-check'
import { RE2JS } from 're2js'
import { expect, test } from 'vitest'
import { INFO_FILTER, isInfoEntry } from './info-entry.ts'

const ENTRIES = [
  '剩余流量：12.3 GB', '套餐到期：2027-01-01', '到期时间 2027-01-01', '过期时间：长期有效', '官网：example.com', '距离下次重置剩余：12 天', '最新网址 example.com',
  '套餐：高级版', '有问题请联系客服', '加入TG群 获取通知', '发布页 example.com', '剩餘流量 5GB', '已用 3GB', '防失联地址', '请更新订阅',
  '套餐到期：长期有效', '当前套餐：VIP', '官址: example.com', '备用网址：example.org', '永久域名 example.com', '流量重置：5天后', '使用说明', '重要通知：线路维护',
  '网站 example.com', '客服QQ：10000', '官方群：@example', '请勿分享订阅', '⚠️ 版本过低，请升级客户端', '续费请前往官网', '邀请好友返利', '电报群 @example',
  'Traffic: 12 GB', 'Expire: 2027-01-01', 'Expires in 5 days', 'Expiry date 2027', 'Remaining: 5 GB', '20 Days Left', '12.5GB/100GB', '3 GB | 100 GB', 'Website example.com', 'Telegram Group', 't.me/example',
  'Traffic', 'Traffic 12.5 GB', 'Traffic Reset: 5 Days Left', 'Total Traffic: 100 GB', 'Remaining Traffic 5GB', 'Expire', 'Renew your plan', 'Official site: example.com',
  '⏳12.5/100GB 📅30 days', '⏳ 0.35/50 GB 📅 7 days', '✖Package_Ended', 'Package Ended', 'plan expired', 'Homepage: example.com', 'https://example.com', 'Subscription ends 2027-01-01',
] // oxfmt-ignore

const NODES = [
  '香港 01', '🇯🇵 日本 x1.5', 'HK 流量倍率 0.5', 'SG Telegram', 'Netflix 美国', '10Gbps 专线', 'US 1Gbps | 2', 'Los Angeles', 'DIRECT', '高速 GB 01', 'Unexpired', '日本 GB/JP',
  'Traffic-saver HK 01', 'Traffic Manager US', 'TrafficLight', '官方线路', '官方直连 香港', '高级套餐 香港 01', '套餐A-日本 02', '不限流量 新加坡', '省流量 HK 03', '流量包 台湾', '低流量消耗',
  '公网 IPv6 东京', '广新专线 01', '深港专线', '通用节点', '频道优化 香港', '群晖 NAS', 'TG专线 SG', 'Telegram 加速', '备用 香港', '备用线路 2', '地址库 德国', '域名优化 法国', '使用 IPv6',
  '香港 01 [1.5倍]', '美国 家宽 Premium', '🇭🇰 HK-01 | 3x', 'AI 专用 US', 'JP-📊95.50GB⏳29D,4H', '🚀 Marz (user) [VLESS - tcp]', '2.5Gbps 1/2', 'DE 1/10Gbps', '测试 01', '客户端专用 香港', '发达国家 瑞士',
  '新加坡入口 01', '上海入口-香港出口', '移动入口 日本', '订制 台湾', '工业园 深圳', 'Reset Era', 'Subway Seoul', 'Siteground DE', 'Plan B - Tokyo', 'days of Tokyo', 'Premium Package JP', '重庆 → 香港',
  '邀月 香港', '新网 03', '请客 HK', '已优化 香港 BGP', '期货专线', '公司 01', '更快 日本',
] // oxfmt-ignore

test.each(ENTRIES)('%s tells about the subscription', (name) => {
  expect(isInfoEntry(name)).toBe(true)
})

test.each(NODES)('%s is a node', (name) => {
  expect(isInfoEntry(name)).toBe(false)
})

test('the filter for providers says the same of every name, on another regex engine', () => {
  const filter = RE2JS.compile(INFO_FILTER)
  for (const name of [...ENTRIES, ...NODES])
    expect([name, filter.matcher(name).find()]).toEqual([name, isInfoEntry(name)])
})

test('the quick look misses nothing that the words would find', () => {
  const words = new RegExp(INFO_FILTER.slice('(?i)'.length), 'i')
  const pieces = INFO_FILTER.match(/[A-Za-z]{2,}|\p{Script=Han}+/gu) ?? []
  const around = ['', ' ', ':', '：', '/', '|', ' | ', '12', 'GB', ' left', ' ended', 's', 'https://', 't.me/', '🇭🇰']
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(...pieces), fc.constantFrom(...around)), { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      (parts, isUpper) => {
        const name = isUpper ? parts.join('').toUpperCase() : parts.join('')
        expect([name, isInfoEntry(name)]).toEqual([name, words.test(name)])
      },
    ),
    { numRuns: 5000 },
  )
})
