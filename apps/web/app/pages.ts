import type { FixedColorMode } from './lib/color-mode.ts'
import type { Words } from './lib/locale.ts'
import type { MessagePart } from './lib/message-parts.ts'
import type { GuardName } from './guards.ts'
import { TOOLS, type Tool, type ToolSlug } from './tools.ts'

/** One address, without the prefix of its language, and what its head says. */
export interface Page {
  name: PageName
  /** '/' or '/settings/logs'. */
  path: string
  title: Words
  description: Words
  /** Left out of search engines and of the sitemap. */
  noindex?: boolean
  guard?: GuardName
  /** Words that only some pages have. */
  messages?: MessagePart
  /** Forces colours, whatever the person prefers. */
  colorMode?: FixedColorMode
}

const FIXED_PAGES = [
  {
    name: 'home',
    path: '/',
    title: { zh: '节点进站，配置出站', en: 'Nodes in, configs out' },
    description: {
      zh: '编组站在浏览器里把混杂的节点和订阅整理成 Mihomo、Clash、sing-box、Xray 能直接加载的配置，凭据不离开你的设备。',
      en: 'Switchyard sorts mixed proxy nodes and subscriptions into configs for Mihomo, Clash, sing-box and Xray, in your browser.',
    },
  },
  {
    name: 'terms',
    path: '/terms',
    title: { zh: '服务条款', en: 'Terms' },
    description: { zh: '使用编组站的条款。', en: 'The terms of using Switchyard.' },
    messages: 'articles',
  },
  {
    name: 'privacy',
    path: '/privacy',
    title: { zh: '隐私', en: 'Privacy' },
    description: {
      zh: '什么数据在何时离开浏览器、去往哪里：一张完整的表。',
      en: 'What leaves the browser, when, and to whom: one complete table.',
    },
    messages: 'articles',
  },
  {
    name: 'settings',
    path: '/settings',
    title: { zh: '设置', en: 'Settings' },
    description: { zh: '外观、数据与日志。', en: 'Appearance, data and logs.' },
    noindex: true,
  },
  {
    name: 'settings-appearance',
    path: '/settings/appearance',
    title: { zh: '外观', en: 'Appearance' },
    description: { zh: '语言、颜色、密度与动效。', en: 'Language, colours, density and motion.' },
    noindex: true,
  },
  {
    name: 'settings-data',
    path: '/settings/data',
    title: { zh: '数据', en: 'Data' },
    description: { zh: '导出、导入和清除本机设置。', en: 'Export, import and clear what this browser keeps.' },
    noindex: true,
  },
  {
    name: 'settings-logs',
    path: '/settings/logs',
    title: { zh: '请求日志', en: 'Request log' },
    description: { zh: '本页发出的请求，仅保存在内存中。', en: 'The requests of this page, kept in memory only.' },
    noindex: true,
  },
] as const satisfies readonly (Omit<Page, 'name'> & { name: string })[]

export type PageName = (typeof FIXED_PAGES)[number]['name'] | ToolSlug

const pageOfTool = ({ slug, title, desc, messages }: Tool & { slug: ToolSlug }): Page => ({
  name: slug,
  path: `/${slug}`,
  title,
  description: desc,
  ...(messages ? { messages } : {}),
})

/** Every page there is; each exists once per language. */
export const PAGES: readonly Page[] = [...FIXED_PAGES, ...TOOLS.map(pageOfTool)]
