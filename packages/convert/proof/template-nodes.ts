import type { Source } from '../src/index.ts'

/** A node of the proof of templates: its port tells it in files that have no names. */
export interface TemplateNode {
  name: string
  /** As mihomo calls it in a config. */
  type: 'ss' | 'trojan' | 'vmess'
  port: number
}

/** Names as people have them: twelve regions and more, in Chinese, English and codes, with rates, and with traps. */
const NAMES: readonly string[] = [
  '🇭🇰 香港 01', '🇭🇰 香港 IEPL 专线 02 | 2x', 'HK-03 [1.5x]', 'Hong Kong 04', 'hk05 家宽', '深港专线 06 0.5倍率',
  '🇹🇼 台湾 01', '🇨🇳 台湾 HiNet 02', 'TW 03 x2', 'Taiwan-04 Hinet', '新北 05',
  '🇯🇵 日本 01', '东京 IIJ 02', 'JP-03 Netflix', 'Japan 04 解锁', '沪日 05 IPLC',
  '🇰🇷 韩国 01', '首尔 02', 'Korea_03',
  '🇸🇬 新加坡 01', '狮城 02 1x', 'SG-03', 'Singapore 04',
  '🇺🇸 美国 01', '洛杉矶 GIA 02', 'US 03 Netflix', 'United States 04 (GPT)', '圣何塞 原生 05', '美国US06',
  '🇬🇧 英国 01', 'UK-02 London', '🇩🇪 德国 01', 'Frankfurt 02', '🇨🇦 加拿大 01', '🇹🇷 土耳其 01', '🇦🇺 澳大利亚 悉尼 01',
  // 日, 印, 港, US and IN stand in these for something else.
  '🇳🇬 尼日利亚 01', '🇮🇩 印尼 雅加达 01', 'AUSTRIA Vienna 01', '🇷🇺 俄罗斯 01 10x',
] // oxfmt-ignore

const TYPES = ['ss', 'trojan', 'vmess'] as const
const FIRST_PORT = 20_001

/** Of each type in turn; none goes through another one, and none tells about a subscription. */
export const TEMPLATE_NODES: readonly TemplateNode[] = NAMES.map((name, index) => ({
  name,
  type: TYPES[index % TYPES.length]!,
  port: FIRST_PORT + index,
}))

/** The same as links. */
export const TEMPLATE_NODES_SOURCE: Source = { name: 'nodes', text: TEMPLATE_NODES.map(linkOf).join('\n') }

function linkOf({ name, type, port }: TemplateNode): string {
  const end = `192.0.2.1:${port}`
  if (type === 'vmess') {
    const id = '1b0a2f5c-8a3d-4f0e-9a57-6f1a4a1c2d3e'
    const said = {
      v: '2',
      ps: name,
      add: '192.0.2.1',
      port,
      id,
      aid: 0,
      scy: 'auto',
      net: 'tcp',
      type: 'none',
      tls: '',
    }
    return `vmess://${Buffer.from(JSON.stringify(said)).toString('base64')}`
  }
  const user = type === 'ss' ? Buffer.from('aes-128-gcm:p').toString('base64url') : 'p'
  return `${type}://${user}@${end}#${encodeURIComponent(name)}`
}
