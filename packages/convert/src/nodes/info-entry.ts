/**
 * What providers put among the nodes: traffic left, expiry, their address. A word alone must be telling: `香港 流量倍率 0.5`,
 * `Traffic-saver HK` and `高级套餐 香港 01` are nodes. The words are also a filter of mihomo, so they keep to what its
 * regex engine, RE2 and JavaScript read alike.
 */
const CHINESE_WORDS = new RegExp(
  [
    // What is left of the plan.
    '剩余|剩餘|已用|总流量|總流量|流量重置|重置流量|距离下次|距離下次|下次重置|可用流量|流量[:：]|用量[:：]',
    '到期|过期|過期|有效期|截止|长期有效|長期有效|永久有效',
    '(?:当前|目前|您的|我的|升级|选择)(?:套餐|方案)|套餐(?:名|类型|信息|详情|内容|状态|剩|流量|时间|将|已|[:：])',
    // Where the provider is found.
    '官网|官網|官址|官方网|官方網|发布页|發布頁|地址发布|失联|失聯|导航页|導航頁|导航[:：]',
    '(?:最新|永久|备用|備用|回国|主|新|本站|官方)(?:域名|网址|網址|网站|網站|地址|入口)|(?:域名|网址|網址|网站|網站|地址|邮箱|郵箱)(?:[:：]|是| ?[a-z0-9])',
    // What it wants of its customers.
    '续费|续订|續費|购买|購買|充值|工单|工單|售后|售後|返利|邀请(?:码|好友|链接|[:：])|(?:联系|在线|官方)客服|客服(?:[:：]|微信|邮箱|qq|tg)',
    '公告|(?:重要|维护|更新|最新)通知|通知[:：]|使用(?:说明|教程)|请(?:更新|使用|升级|勿|先|及时|前往|重新|关注|加入|访问)|請(?:更新|使用|勿)|更新(?:订阅|訂閱)|(?:重新|获取)订阅|订阅[:：]|版本过低',
    '群组|群組|交流群|频道[:：]|(?:電報|电报|qq|tg|官方|用户|售后|通知)群',
  ].join('|'),
  'i',
)
const ENGLISH_WORDS = new RegExp(
  [
    '(?:^|[^a-z])(?:(?:remaining|total|used|data|your) )?traffic(?: (?:left|used|remaining|reset|usage|info))?(?: ?[:：=|]| ?$| \\d{1,9}(?:[.]\\d{1,9})? ?[kmgt]i?b)',
    '(?:^|[^a-z])(?:expir(?:e|es|ed|y|ation|ing)|remaining|renew|subscription|website|homepage|announcement)(?:[^a-z]|$)',
    'days? (?:left|remaining)|[gmt]i?b (?:left|remaining)|valid until|reset(?: in| date| day|s in)?[:：]|resets? in \\d',
    'official (?:web)?site|telegram (?:group|channel)|t[.]me/|https?://',
    '(?:package|plan|account)[ _-](?:has )?(?:ended|expired|disabled|suspended|limited)',
  ].join('|'),
  'i',
)
/** `12.5/100GB`, `3 GB | 100 GB`, `12GB / 1TB`. */
const AMOUNTS = /\d ?\/ ?\d{1,9}(?:[.]\d{1,9})? ?[kmgt]i?b(?:[^a-z]|$)|\d ?[kmgt]i?b ?[/|] ?\d/i

/** The same as a filter of mihomo, for nodes of proxy providers, which only the client sees. */
export const INFO_FILTER = `(?i)${[CHINESE_WORDS, ENGLISH_WORDS, AMOUNTS].map(({ source }) => source).join('|')}`

/** Each of the Chinese words has one of these characters, and few nodes have one. */
const CHINESE_SIGNS =
  '剩已流用重距期截效套案官址布佈发發失航域网網站箱费費续購购充工售返邀客公告通知使请請更订訂版群频入'
/** Each of the English words has one of these pairs of letters: `traffic`, `renew`, `package ended`. */
const ENGLISH_SIGNS = ['ff', 'xp', 'em', 'ew', 'bs', 'ag', 'nn', 'ft', 'va', 'et', 'eg', 'ed']
const FIRST_HAN = 0x4e00
const BEHIND_HAN = 0xa000
const SLASH = 0x2f
const BAR = 0x7c
/** 1 at the Chinese signs, from the first Han character on. */
const HAN_SIGNS = new Uint8Array(BEHIND_HAN - FIRST_HAN)
for (const sign of CHINESE_SIGNS) HAN_SIGNS[sign.charCodeAt(0) - FIRST_HAN] = 1
/** 1 at the pairs, by the low five bits of each letter. */
const LETTER_SIGNS = new Uint8Array(32 * 32)
for (const sign of ENGLISH_SIGNS) LETTER_SIGNS[(sign.charCodeAt(0) & 31) * 32 + (sign.charCodeAt(1) & 31)] = 1

/** Whether a name tells about the subscription instead of naming a server: `剩余流量：12.3 GB`, `Expire: 2027-01-01`. */
export function isInfoEntry(name: string): boolean {
  return mayReport(name) && (CHINESE_WORDS.test(name) || ENGLISH_WORDS.test(name) || AMOUNTS.test(name))
}

/**
 * A quick look, for every node has it: false only where none of the words can stand. Addresses and amounts have a slash,
 * or a bar before a number.
 */
function mayReport(name: string): boolean {
  let before = 0
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at)
    if (code >= 0x80) {
      if (code >= FIRST_HAN && code < BEHIND_HAN && HAN_SIGNS[code - FIRST_HAN] === 1) return true
      before = 0
    } else if (code >= 0x41) {
      if (code === BAR && isDigitBehind(name, at)) return true
      const low = code & 31
      if (LETTER_SIGNS[before + low] === 1) return true
      before = low * 32
    } else {
      if (code === SLASH) return true
      before = 0
    }
  }
  return false
}

function isDigitBehind(name: string, at: number): boolean {
  const next = name.charCodeAt(at + 1) === 0x20 ? name.charCodeAt(at + 2) : name.charCodeAt(at + 1)
  return next >= 0x30 && next <= 0x39
}
