/**
 * What providers put in front of the nodes: traffic left, expiry, their address. A word alone must be telling:
 * `香港 流量倍率 0.5` and `SG Telegram` are nodes.
 */
const CHINESE = new RegExp(
  [
    '剩余|剩餘|已用|总流量|總流量|流量重置|重置流量|距离下次|距離下次|下次重置|可用流量|流量[:：]',
    '到期|过期|過期|有效期|截止|长期有效|長期有效|永久有效',
    '官网|官網|官方网|官方網|网址|網址|网站|網站|域名|发布页|發布頁|地址发布|失联|失聯|备用地址|導航頁|导航页',
    '套餐|续费|續費|购买|購買|充值|工单|工單|客服|售后|售後|邀请|邀請|返利',
    '公告|通知|使用说明|使用教程|请更新|請更新|更新订阅|更新訂閱|订阅[:：]|版本过低|群组|群組|交流群|频道[:：]|電報群|电报群|Q群|QQ群|TG群',
  ].join('|'),
  'i',
)
/** Each of these words has one of these characters, and few nodes have one. */
const CHINESE_SIGN = /[剩已流重距期截效官址站域布失航套费費买買充工客售邀返告知使更订版群频]/
const ENGLISH =
  /\b(?:traffic\b|expir(?:e|es|ed|y|ation|ing)\b|remaining\b|days? left\b|[GMT]i?B left\b|valid until\b|reset(?: in| day|s in)?[:：]|website\b|homepage\b|official site\b|subscription\b|renew\b|announcement\b|telegram (?:group|channel)\b|t\.me\/)|[GMT]i?B ?[/|] ?\d/i

/** Whether a name tells about the subscription instead of naming a server: `剩余流量：12.3 GB`, `Expire: 2027-01-01`. */
export function isInfoEntry(name: string): boolean {
  return (CHINESE_SIGN.test(name) && CHINESE.test(name)) || ENGLISH.test(name)
}
