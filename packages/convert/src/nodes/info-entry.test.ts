import { expect, test } from 'vitest'
import { isInfoEntry } from './info-entry.ts'

test.each([
  '剩余流量：12.3 GB', '套餐到期：2027-01-01', '到期时间 2027-01-01', '过期时间：长期有效', '官网：example.com', '距离下次重置剩余：12 天', '最新网址 example.com',
  '套餐：高级版', '有问题请联系客服', '加入TG群 获取通知', '发布页 example.com', '剩餘流量 5GB', '已用 3GB', '防失联地址', '请更新订阅',
  'Traffic: 12 GB', 'Expire: 2027-01-01', 'Expires in 5 days', 'Expiry date 2027', 'Remaining: 5 GB', '20 Days Left', '12.5GB/100GB', '3 GB | 100 GB', 'Website example.com', 'Telegram Group', 't.me/example',
])('%s tells about the subscription', (name) => {
  expect(isInfoEntry(name)).toBe(true)
}) // oxfmt-ignore

test.each([
  '香港 01',
  '🇯🇵 日本 x1.5',
  'HK 流量倍率 0.5',
  'SG Telegram',
  'Netflix 美国',
  '10Gbps 专线',
  'US 1Gbps | 2',
  'Los Angeles',
  'DIRECT',
  '高速 GB 01',
  'Unexpired',
  '日本 GB/JP',
])('%s is a node', (name) => {
  expect(isInfoEntry(name)).toBe(false)
})
