import type { FixedColorMode } from './lib/color-mode.ts'
import type { MessagePart } from './lib/message-parts.ts'
import type { GuardName } from './guards.ts'
import type { IconName } from './ui/icons.ts'

/** What parts the tools, in the order shown. Their names stand in `messages/pages`. */
export const CATEGORIES = ['convert', 'nodes', 'config', 'files', 'tools'] as const
export type Category = (typeof CATEGORIES)[number]

interface PageEntry {
  /** Its words are `pages.{name}` in `messages/pages` and `page.{name}` in `messages`. */
  name: string
  /** Its file is `routes/{file}.tsx`. Absent: its name. */
  file?: string
  /** A page to read: a category lists its tools, an article has its text in `features/articles/texts`. */
  content?: 'category' | 'article'
  /** Without the prefix of a language, perhaps with parameters: '/subscribe/:id'. Absent: '/' and its name. */
  path?: string
  icon: IconName
  /** A tool has one: it stands in the sidebar, on the first page and in the palette. */
  category?: Category
  /** It needs an editor, a grid or the engine at once, and may weigh more: `scripts/budgets.ts`. */
  weight?: 'heavy'
  /** Left out of search engines and of the sitemap. */
  noindex?: true
  guard?: GuardName
  /** For the owner of the site: nobody else is led there. */
  ownerOnly?: true
  /** Nothing of a person is ever on it: where the operator has ads, it shows one. */
  showsAds?: true
  /** Listed only where the operator has ads. */
  needsAds?: true
  /** Words that only some pages have. */
  messages?: readonly MessagePart[]
  /** It needs its height: no title stands in the page, and the bar at the top says what it is called. */
  isNamedInBar?: true
  /** Below 1440 px the sidebar starts without its names. */
  needsWidth?: true
  /** What a person has published stands below it in the sidebar. */
  holdsOutputs?: true
  /** Other paths of this page, and the query that each one adds. */
  aliases?: Readonly<Record<string, string>>
  /** Forces colours, whatever the person prefers. */
  colorMode?: FixedColorMode
}

const CATEGORY = { file: 'content', content: 'category', messages: ['articles'], showsAds: true } as const
const CLIENT_SETTINGS = {
  file: 'settings-client',
  icon: 'file-code',
  messages: ['config-form', 'settings'],
  noindex: true,
} as const
const GIT_SETTINGS = { file: 'settings-git', icon: 'key-round', messages: ['git-accounts'], noindex: true } as const
/** The workbench for configs, by whatever door. */
const CONFIG_BENCH = [
  'config-bench',
  'config-editor',
  'config-form',
  'diff',
  'file-save',
  'form-editor',
  'git-accounts',
  'inject',
  'kept',
  'publish',
  'shorten',
  'storage',
  'tester',
] as const
/** The file manager, for all places or for one kind of host. */
const FILES = {
  category: 'files',
  weight: 'heavy',
  isNamedInBar: true,
  needsWidth: true,
  messages: ['config-editor', 'file-history', 'file-save', 'files', 'git-accounts', 'storage'],
} as const
const ARTICLE = { file: 'content', content: 'article', messages: ['articles'], showsAds: true } as const

/**
 * The one list of screens. Routes, sidebar, first page, palette, titles, sitemap, budgets and the pages that the journeys
 * walk follow from it. Tools stand in the order shown.
 */
const ENTRIES = [
  { name: 'home', path: '/', icon: 'house' },
  {
    name: 'convert',
    icon: 'arrow-left-right',
    category: 'convert',
    weight: 'heavy',
    isNamedInBar: true,
    needsWidth: true,
    messages: [
      'convert',
      'config-editor',
      'config-form',
      'diff',
      'file-save',
      'git-accounts',
      'kept',
      'node-grid',
      'presets',
      'publish',
      'shorten',
      'storage',
    ],
    aliases: { clash: 'target=clash' },
  },
  {
    name: 'subscribe',
    icon: 'rss',
    category: 'convert',
    holdsOutputs: true,
    messages: ['config-editor', 'diff', 'file-save', 'git-accounts', 'publish', 'shorten', 'storage', 'subscribe'],
  },
  {
    name: 'subscription',
    path: '/subscribe/:id',
    icon: 'rss',
    messages: ['publish', 'shorten', 'subscribe'],
    noindex: true,
  },
  { name: 'short', icon: 'link', category: 'convert', messages: ['short', 'shorten', 'git-accounts'] },
  {
    name: 'presets',
    icon: 'list-checks',
    category: 'convert',
    messages: ['config-form', 'file-save', 'git-accounts', 'presets'],
  },
  {
    name: 'node-table',
    icon: 'table',
    category: 'nodes',
    weight: 'heavy',
    isNamedInBar: true,
    messages: ['list-import', 'node-grid', 'node-table'],
  },
  {
    name: 'live-nodes',
    icon: 'network',
    category: 'nodes',
    weight: 'heavy',
    isNamedInBar: true,
    messages: ['list-import', 'live-nodes', 'node-grid', 'reachability'],
    aliases: { 'live-node': '' },
  },
  {
    name: 'free-nodes',
    icon: 'users',
    category: 'nodes',
    weight: 'heavy',
    isNamedInBar: true,
    messages: ['free-nodes', 'node-grid', 'publish', 'reachability', 'shorten'],
    aliases: { 'free-node': '' },
  },
  { name: 'mapping', icon: 'arrow-up-down', category: 'config', messages: ['config-form', 'kept', 'mapping'] },
  {
    name: 'inject',
    icon: 'arrow-down-to-line',
    category: 'config',
    weight: 'heavy',
    isNamedInBar: true,
    needsWidth: true,
    messages: CONFIG_BENCH,
  },
  {
    name: 'inject-clash',
    icon: 'arrow-down-to-line',
    weight: 'heavy',
    isNamedInBar: true,
    needsWidth: true,
    messages: CONFIG_BENCH,
  },
  {
    name: 'inject-singbox',
    icon: 'arrow-down-to-line',
    weight: 'heavy',
    isNamedInBar: true,
    needsWidth: true,
    messages: CONFIG_BENCH,
  },
  {
    name: 'mihomo',
    icon: 'file-code',
    category: 'config',
    weight: 'heavy',
    isNamedInBar: true,
    needsWidth: true,
    messages: CONFIG_BENCH,
  },
  {
    name: 'mihomo-prefix',
    icon: 'pencil',
    category: 'config',
    weight: 'heavy',
    messages: ['mihomo-prefix', 'tool-input'],
  },
  {
    name: 'singbox',
    icon: 'square-pen',
    category: 'config',
    weight: 'heavy',
    isNamedInBar: true,
    needsWidth: true,
    messages: CONFIG_BENCH,
  },
  {
    name: 'file-edit',
    icon: 'square-pen',
    weight: 'heavy',
    isNamedInBar: true,
    needsWidth: true,
    messages: ['config-editor', 'diff', 'file-edit', 'file-history', 'file-save', 'git-accounts', 'storage'],
    noindex: true,
  },
  {
    name: 'object-edit',
    icon: 'list',
    weight: 'heavy',
    isNamedInBar: true,
    needsWidth: true,
    messages: ['config-editor', 'diff', 'file-edit', 'file-history', 'file-save', 'git-accounts', 'storage'],
    noindex: true,
  },
  { name: 'files', icon: 'files', ...FILES },
  { name: 'github', icon: 'github', ...FILES },
  { name: 'gitlab', icon: 'gitlab', ...FILES },
  { name: 'gitee', icon: 'folder-git', ...FILES },
  { name: 'codec', icon: 'binary', category: 'tools', messages: ['codec', 'tool-input'] },
  { name: 'java', icon: 'file-code', category: 'tools', messages: ['java', 'tool-input'] },
  {
    name: 'client',
    icon: 'smartphone',
    category: 'tools',
    messages: ['client'],
    aliases: { clients: '' },
    showsAds: true,
  },
  { name: 'favor', icon: 'star', messages: ['favor'], aliases: { favorites: '' }, noindex: true },
  { name: 'c-convert', path: '/c/convert', icon: 'arrow-left-right', ...CATEGORY },
  { name: 'c-nodes', path: '/c/nodes', icon: 'list', ...CATEGORY },
  { name: 'c-config', path: '/c/config', icon: 'file-code', ...CATEGORY },
  { name: 'c-files', path: '/c/files', icon: 'files', ...CATEGORY },
  { name: 'c-tools', path: '/c/tools', icon: 'binary', ...CATEGORY },
  { name: 'c-help', path: '/c/help', icon: 'circle-help', ...ARTICLE },
  { name: 'c-faq', path: '/c/faq', icon: 'book-open', ...ARTICLE },
  { name: 'c-privacy-model', path: '/c/privacy-model', icon: 'shield-check', ...ARTICLE },
  { name: 'c-formats', path: '/c/formats', icon: 'book-open', ...ARTICLE },
  { name: 'c-changelog', path: '/c/changelog', icon: 'history', ...ARTICLE },
  { name: 'docs-api', path: '/docs/api', icon: 'file-code', messages: ['api-docs'] },
  { name: 'terms', icon: 'info', messages: ['articles'], showsAds: true },
  { name: 'privacy', icon: 'shield-check', messages: ['articles'] },
  {
    name: 'login',
    icon: 'key-round',
    messages: ['account'],
    aliases: { register: 'tab=register' },
    noindex: true,
  },
  { name: 'profile', icon: 'circle-user', messages: ['account'], guard: 'signed-in', noindex: true },
  { name: 'settings', icon: 'settings', messages: ['git-accounts', 'settings', 'storage'], noindex: true },
  {
    name: 'settings-appearance',
    path: '/settings/appearance',
    icon: 'palette',
    messages: ['settings'],
    noindex: true,
  },
  { name: 'settings-clash', path: '/settings/clash', ...CLIENT_SETTINGS },
  { name: 'settings-mihomo', path: '/settings/mihomo', ...CLIENT_SETTINGS },
  { name: 'settings-singbox', path: '/settings/singbox', ...CLIENT_SETTINGS },
  { name: 'settings-github', path: '/settings/github', ...GIT_SETTINGS },
  { name: 'settings-gitlab', path: '/settings/gitlab', ...GIT_SETTINGS },
  { name: 'settings-gitee', path: '/settings/gitee', ...GIT_SETTINGS },
  { name: 'settings-gitea', path: '/settings/gitea', ...GIT_SETTINGS },
  {
    name: 'settings-repository',
    path: '/settings/repository',
    icon: 'database',
    messages: ['git-accounts'],
    noindex: true,
  },
  {
    name: 'settings-storage',
    path: '/settings/storage',
    icon: 'database',
    messages: ['file-save', 'git-accounts', 'storage'],
    noindex: true,
  },
  {
    name: 'settings-node-sites',
    path: '/settings/node-sites',
    icon: 'users',
    messages: ['free-nodes'],
    noindex: true,
  },
  { name: 'settings-data', path: '/settings/data', icon: 'database', messages: ['settings'], noindex: true },
  {
    name: 'settings-people',
    path: '/settings/people',
    icon: 'users',
    ownerOnly: true,
    messages: ['account'],
    guard: 'signed-in',
    noindex: true,
  },
  {
    name: 'settings-subscribe-position',
    path: '/settings/subscribe/position',
    icon: 'map-pin',
    messages: ['file-save', 'git-accounts', 'storage', 'subscribe'],
    noindex: true,
  },
  {
    name: 'settings-subscribe-history',
    path: '/settings/subscribe/history',
    icon: 'history',
    messages: ['git-accounts', 'storage', 'subscribe'],
    noindex: true,
  },
  {
    name: 'settings-api-short',
    path: '/settings/api/short',
    icon: 'link',
    messages: ['short', 'shorten', 'git-accounts'],
    noindex: true,
  },
  {
    name: 'settings-ads',
    path: '/settings/ads',
    icon: 'eye-off',
    messages: ['settings'],
    noindex: true,
    needsAds: true,
  },
  { name: 'settings-logs', path: '/settings/logs', icon: 'scroll-text', messages: ['settings'], noindex: true },
] as const satisfies readonly PageEntry[]

export type PageName = (typeof ENTRIES)[number]['name']

/** One screen; it exists once per language. */
export interface Page extends PageEntry {
  name: PageName
  file: string
  path: string
}

export interface Tool extends Page {
  name: Extract<(typeof ENTRIES)[number], { category: Category }>['name']
  category: Category
}

export const PAGES: readonly Page[] = ENTRIES.map((entry: PageEntry & { name: PageName }) =>
  Object.assign({}, entry, { path: entry.path ?? `/${entry.name}`, file: entry.file ?? entry.name }),
)

/** Those with an address of their own; where a parameter is in the path, there are as many as there is data. */
export const FIXED_ADDRESSES: readonly Page[] = PAGES.filter(({ path }) => !path.includes(':'))

export const SETTINGS_PAGES: readonly Page[] = PAGES.filter(({ path }) => path.startsWith('/settings/'))

/** Whether a list of pages names this one, for who looks at it. */
export function isListedFor(
  { ownerOnly, needsAds }: Page,
  { isOwner, hasAds }: { isOwner: boolean; hasAds: boolean },
): boolean {
  return (!ownerOnly || isOwner) && (!needsAds || hasAds)
}

export const TOOLS: readonly Tool[] = PAGES.filter((page): page is Tool => page.category !== undefined)

/** Those that there are, in the order of the categories. */
export const TOOLS_BY_CATEGORY = CATEGORIES.map((category) => ({
  category,
  tools: TOOLS.filter((tool) => tool.category === category),
})).filter(({ tools }) => tools.length > 0)

/** What a person starred: it stands beside the first page. */
export const FAVOURITES: Page = PAGES.find(({ name }) => name === 'favor')!

/** What most people came for. */
export const CONVERTER: Page = PAGES.find(({ name }) => name === 'convert')!
