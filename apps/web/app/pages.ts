import type { FixedColorMode } from './lib/color-mode.ts'
import type { Words } from './lib/locale.ts'
import type { MessagePart } from './lib/message-parts.ts'
import type { GuardName } from './guards.ts'
import { inEveryLanguage } from './page-words.ts'
import { TOOLS, type Tool, type ToolSlug } from './tools.ts'

/** One address, without the prefix of its language, and what its head says. */
export interface Page {
  name: PageName
  /** '/', '/settings/logs', or with parameters: '/subscriptions/:id'. */
  path: string
  title: Words
  description: Words
  /** Left out of search engines and of the sitemap. */
  noindex?: boolean
  guard?: GuardName
  /** For the owner of the site: nobody else is led there. */
  ownerOnly?: true
  /** Words that only some pages have. */
  messages?: readonly MessagePart[]
  /** The title of the page stands in the bar at the top alone. */
  isNamedInBar?: true | undefined
  /** Other paths of this page, and the query that each one adds. */
  aliases?: Record<string, string>
  /** Forces colours, whatever the person prefers. */
  colorMode?: FixedColorMode
}

const FIXED_PAGES = [
  {
    name: 'home',
    path: '/',
    title: inEveryLanguage(({ pages }) => pages.home.title),
    description: inEveryLanguage(({ pages }) => pages.home.description),
  },
  {
    name: 'terms',
    path: '/terms',
    title: inEveryLanguage(({ pages }) => pages.terms.title),
    description: inEveryLanguage(({ pages }) => pages.terms.description),
    messages: ['articles'],
  },
  {
    name: 'privacy',
    path: '/privacy',
    title: inEveryLanguage(({ pages }) => pages.privacy.title),
    description: inEveryLanguage(({ pages }) => pages.privacy.description),
    messages: ['articles'],
  },
  {
    name: 'login',
    path: '/login',
    title: inEveryLanguage(({ pages }) => pages.login.title),
    description: inEveryLanguage(({ pages }) => pages.login.description),
    messages: ['account'],
    aliases: { register: 'tab=register' },
    noindex: true,
  },
  {
    name: 'profile',
    path: '/profile',
    title: inEveryLanguage(({ pages }) => pages.profile.title),
    description: inEveryLanguage(({ pages }) => pages.profile.description),
    messages: ['account'],
    guard: 'signed-in',
    noindex: true,
  },
  {
    name: 'subscription',
    path: '/subscribe/:id',
    title: inEveryLanguage(({ pages }) => pages.subscription.title),
    description: inEveryLanguage(({ pages }) => pages.subscription.description),
    messages: ['publish', 'subscribe'],
    noindex: true,
  },
  {
    name: 'settings',
    path: '/settings',
    title: inEveryLanguage(({ pages }) => pages.settings.title),
    description: inEveryLanguage(({ pages }) => pages.settings.description),
    messages: ['settings'],
    noindex: true,
  },
  {
    name: 'settings-appearance',
    path: '/settings/appearance',
    title: inEveryLanguage(({ pages }) => pages['settings-appearance'].title),
    description: inEveryLanguage(({ pages }) => pages['settings-appearance'].description),
    messages: ['settings'],
    noindex: true,
  },
  {
    name: 'settings-data',
    path: '/settings/data',
    title: inEveryLanguage(({ pages }) => pages['settings-data'].title),
    description: inEveryLanguage(({ pages }) => pages['settings-data'].description),
    messages: ['settings'],
    noindex: true,
  },
  {
    name: 'settings-people',
    path: '/settings/people',
    ownerOnly: true,
    title: inEveryLanguage(({ pages }) => pages['settings-people'].title),
    description: inEveryLanguage(({ pages }) => pages['settings-people'].description),
    messages: ['account'],
    guard: 'signed-in',
    noindex: true,
  },
  {
    name: 'settings-subscribe-position',
    path: '/settings/subscribe/position',
    title: inEveryLanguage(({ pages }) => pages['settings-subscribe-position'].title),
    description: inEveryLanguage(({ pages }) => pages['settings-subscribe-position'].description),
    messages: ['subscribe'],
    noindex: true,
  },
  {
    name: 'settings-subscribe-history',
    path: '/settings/subscribe/history',
    title: inEveryLanguage(({ pages }) => pages['settings-subscribe-history'].title),
    description: inEveryLanguage(({ pages }) => pages['settings-subscribe-history'].description),
    messages: ['subscribe'],
    noindex: true,
  },
  {
    name: 'settings-logs',
    path: '/settings/logs',
    title: inEveryLanguage(({ pages }) => pages['settings-logs'].title),
    description: inEveryLanguage(({ pages }) => pages['settings-logs'].description),
    messages: ['settings'],
    noindex: true,
  },
] as const satisfies readonly (Omit<Page, 'name'> & { name: string })[]

export type PageName = (typeof FIXED_PAGES)[number]['name'] | ToolSlug

const pageOfTool = ({ slug, title, desc, isNamedInBar, messages, aliases }: Tool & { slug: ToolSlug }): Page => ({
  name: slug,
  path: `/${slug}`,
  title,
  description: desc,
  isNamedInBar,
  ...(messages ? { messages } : {}),
  ...(aliases ? { aliases } : {}),
})

/** Every page there is; each exists once per language. */
export const PAGES: readonly Page[] = [...FIXED_PAGES, ...TOOLS.map(pageOfTool)]

/** Those with an address of their own; where a parameter is in the path, there are as many as there is data. */
export const FIXED_ADDRESSES: readonly Page[] = PAGES.filter(({ path }) => !path.includes(':'))
