import type { Words } from './lib/locale.ts'
import type { MessagePart } from './lib/message-parts.ts'
import { inEveryLanguage } from './page-words.ts'
import type { IconName } from './ui/icons.ts'

export const CATEGORIES = {
  convert: inEveryLanguage(({ categories }) => categories.convert),
  nodes: inEveryLanguage(({ categories }) => categories.nodes),
  config: inEveryLanguage(({ categories }) => categories.config),
  files: inEveryLanguage(({ categories }) => categories.files),
  tools: inEveryLanguage(({ categories }) => categories.tools),
} satisfies Record<string, Words>

export type Category = keyof typeof CATEGORIES

export interface Tool {
  slug: string
  category: Category
  icon: IconName
  /** What it is called wherever it is named: in the ways to it, in palette and head, on the screen itself. */
  title: Words
  desc: Words
  /** More words to find it by, among them the initials of its Chinese name in pinyin. */
  keywords: string
  /** It needs its height: no title stands in the page, and the bar at the top says what it is called. */
  isNamedInBar?: true
  /** Words that only some pages have. */
  messages?: readonly MessagePart[]
  /** Old addresses that lead here, with the query they stand for. */
  aliases?: Record<string, string>
}

/** The one list behind sidebar, home, palette, titles and sitemap: a later screen is one more entry, in the order shown. */
export const TOOLS = [
  {
    slug: 'convert',
    category: 'convert',
    icon: 'arrow-left-right',
    title: inEveryLanguage(({ pages }) => pages.convert.title),
    desc: inEveryLanguage(({ pages }) => pages.convert.description),
    keywords: 'jdzh jiedian zhuanhuan clash mihomo singbox sing-box xray subscription 订阅 转换',
    isNamedInBar: true,
    messages: ['convert', 'publish'],
    aliases: { clash: 'target=clash' },
  },
  {
    slug: 'subscribe',
    category: 'convert',
    icon: 'rss',
    title: inEveryLanguage(({ pages }) => pages.subscribe.title),
    desc: inEveryLanguage(({ pages }) => pages.subscribe.description),
    keywords: 'dy dingyue fabu subscription hosted publish address 订阅 发布 托管 来源',
    messages: ['publish', 'subscribe'],
  },
] as const satisfies readonly Tool[]

/** Those that there are, in the order of the categories. */
export const TOOLS_BY_CATEGORY = (Object.keys(CATEGORIES) as Category[])
  .map((category) => ({ category, tools: TOOLS.filter((tool) => tool.category === category) }))
  .filter(({ tools }) => tools.length > 0)

export type ToolSlug = (typeof TOOLS)[number]['slug']
