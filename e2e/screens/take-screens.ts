import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium, devices, type Browser, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/find-chromium.ts'
import { goTo, openComparison, pasteByKey } from '../convert-page.ts'
import { serve } from '../serve.ts'
import { type Accounts, makeAccounts } from './screens-accounts.ts'

// Pictures of every state of every screen, at the widths, colours and languages it is seen in. They go to an ignored
// folder; those that the README shows are copied to docs/screens.

interface Look {
  width: number
  height: number
  lang: 'zh' | 'en'
  mode: 'light' | 'dark'
}

interface Screen {
  name: string
  /** What the gallery says of it. */
  about: string
  looks: readonly Look[]
  path?: string
  show?: (page: Page, look: Look) => Promise<unknown>
  /** Seen by somebody who is signed in. */
  isOwn?: boolean
}

const folder = fileURLToPath(new URL('../../.screens/', import.meta.url))
const shownFolder = fileURLToPath(new URL('../../docs/screens/', import.meta.url))
const NODES = readFileSync(new URL('nodes.txt', import.meta.url), 'utf8')
/** `{"name":"JP 01","port":443}`, compressed, in base64. */
const PACKED = gzipSync('{"name":"JP 01","port":443}').toString('base64')
const QUALITY = 82
const PORT = '38211'
const isPhone = ({ width }: Look) => width < 640

const SIZES = {
  wide: [1920, 1080],
  laptop: [1440, 900],
  desktop: [1280, 800],
  tablet: [768, 1024],
  phone: [360, 740],
} as const
const look = (size: keyof typeof SIZES, lang: Look['lang'], mode: Look['mode']): Look => ({
  width: SIZES[size][0],
  height: SIZES[size][1],
  lang,
  mode,
})
const EVERYWHERE = (Object.keys(SIZES) as (keyof typeof SIZES)[]).flatMap((size) => [
  look(size, 'zh', 'light'),
  look(size, 'en', 'light'),
  look(size, 'zh', 'dark'),
  look(size, 'en', 'dark'),
])
const BOTH = [
  look('desktop', 'zh', 'light'),
  look('desktop', 'en', 'dark'),
  look('phone', 'zh', 'dark'),
  look('phone', 'en', 'light'),
]
const ONCE = [look('desktop', 'en', 'light'), look('phone', 'zh', 'light')]

async function convert(page: Page, text = NODES): Promise<void> {
  await pasteByKey(page, text)
  await page
    .getByTestId('summary-output')
    .filter({ hasText: /[1-9]/ })
    .or(page.getByTestId('output-error'))
    .first()
    .waitFor({ state: 'attached' })
}

async function tab(page: Page, name: string): Promise<void> {
  await goTo(page, 'result')
  await page.getByTestId(`tab-${name}`).click()
}

async function menu(page: Page, item: RegExp): Promise<void> {
  await page.getByTestId('convert-more').click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function showAddress(page: Page): Promise<void> {
  await page.getByTestId('show-address').first().click()
  await page.getByTestId('address-url').waitFor()
}

const SCREENS: readonly Screen[] = [
  { name: 'home', about: 'The first page', path: '/', looks: EVERYWHERE },
  { name: 'convert-empty', about: 'Convert, before anything is pasted', looks: BOTH },
  { name: 'convert', about: 'Convert, a messy list', looks: EVERYWHERE, show: (page) => convert(page) },
  {
    name: 'convert-nodes', about: 'The node table on small screens', looks: [look('phone', 'zh', 'light'), look('phone', 'en', 'dark'), look('tablet', 'en', 'light')],
    show: async (page) => { await convert(page); await goTo(page, 'list') },
  },
  {
    name: 'convert-output', about: 'The result on small screens', looks: [look('phone', 'zh', 'light'), look('phone', 'en', 'dark'), look('tablet', 'zh', 'dark')],
    show: async (page) => { await convert(page); await goTo(page, 'result') },
  },
  { name: 'convert-problems', about: 'What is wrong, with fixes', looks: BOTH, show: async (page) => { await convert(page); await tab(page, 'problems') } },
  { name: 'convert-outline', about: 'Groups, nodes and rules of the result', looks: BOTH, show: async (page) => { await convert(page); await tab(page, 'outline') } },
  {
    name: 'convert-diff', about: 'What another template changed', looks: BOTH,
    show: async (page) => {
      await convert(page)
      await goTo(page, 'options')
      await page.getByRole('radio', { name: /^(精简|Minimal)/ }).check()
      await tab(page, 'diff')
      await page.getByTestId('diff').waitFor()
    },
  },
  { name: 'convert-options', about: 'The options', looks: BOTH, show: async (page) => { await convert(page); await goTo(page, 'options') } },
  { name: 'convert-compare', about: 'What each client and version would keep', looks: BOTH, show: async (page) => { await convert(page); await openComparison(page) } },
  {
    name: 'convert-many', about: 'Five thousand entries', looks: [look('laptop', 'zh', 'light'), look('phone', 'en', 'dark')],
    show: (page) => convert(page, Array.from({ length: 5000 }, (_, index) => `trojan://s3cret@n${index}.example.com:443#${['JP', 'US', 'HK', 'SG'][index % 4]}%20${index}`).join('\n')),
  },
  {
    name: 'convert-node', about: 'The fields of a node', looks: BOTH,
    show: async (page) => {
      await convert(page)
      await goTo(page, 'list')
      await page.getByTestId('node-row-0').getByRole('button', { name: /操作|actions/i }).click()
      await page.getByRole('menuitem', { name: /编辑字段|Edit fields/ }).click()
      await page.getByTestId('field-editor').waitFor()
    },
  },
  {
    name: 'convert-menu', about: 'What can be done with a node', looks: BOTH,
    show: async (page) => {
      await convert(page)
      await goTo(page, 'list')
      await page.getByTestId('node-row-0').getByRole('button', { name: /操作|actions/i }).click()
    },
  },
  { name: 'convert-text', about: 'The text itself', looks: BOTH, show: async (page) => { await convert(page); await goTo(page, 'text') } },
  { name: 'convert-template', about: 'Choosing a template', looks: BOTH, show: openTemplates },
  { name: 'convert-restore', about: 'Settings from the link of an old converter', looks: ONCE, show: (page) => menu(page, /恢复设置|Restore/) },
  {
    name: 'convert-selection', about: 'Selected nodes', looks: BOTH,
    show: async (page) => {
      await convert(page)
      await goTo(page, 'list')
      for (const row of [1, 2, 3]) await page.getByTestId(`node-row-${row}`).getByRole('checkbox').check()
    },
  },
  {
    name: 'convert-clash-empty', about: 'Nothing that this client can use', looks: BOTH,
    show: async (page) => {
      await page.goto(`${page.url()}?target=clash`)
      await convert(page, NODES.split('\n').filter((line) => line.startsWith('vless')).join('\n'))
      await goTo(page, 'result')
    },
  },
  {
    name: 'convert-no-nodes', about: 'Nothing that could be read', looks: ONCE,
    show: async (page) => { await convert(page, 'what is this'); await goTo(page, 'result') },
  },
  { name: 'palette', about: 'The command palette', path: '/', looks: BOTH, show: (page) => page.keyboard.press('Control+k') },
  { name: 'shortcuts', about: 'Every shortcut', looks: ONCE, show: (page) => page.keyboard.press('?') },
  { name: 'codec', about: 'The codec, before there is input', path: '/codec', looks: BOTH },
  {
    name: 'codec-steps', about: 'A chain of steps', path: '/codec?steps=base64-decode,decompress,json-format', looks: BOTH,
    show: async (page) => { await page.getByTestId('codec-input').fill(PACKED); await page.getByTestId('codec-output').waitFor() },
  },
  {
    name: 'java', about: 'Java of the sample', path: '/java', looks: BOTH,
    show: async (page) => { await page.getByTestId('java-sample').click(); await page.getByTestId('java-output').waitFor() },
  },
  { name: 'live-nodes-empty', about: 'Live nodes, before there is a list', path: '/live-nodes', looks: BOTH },
  {
    name: 'live-nodes', about: 'Nodes that nobody has checked yet', path: '/live-nodes', looks: BOTH,
    show: async (page) => { await page.getByTestId('sample').click(); await page.getByRole('grid').waitFor() },
  },
  { name: 'node-table-empty', about: 'The node table, before there is a list', path: '/node-table', looks: BOTH },
  {
    name: 'node-table', about: 'Two lists in the node table', path: '/node-table', looks: BOTH,
    show: async (page) => { await page.getByTestId('sample').click(); await page.getByRole('grid').waitFor() },
  },
  {
    name: 'node-table-compare', about: 'What differs between two lists', path: '/node-table', looks: BOTH,
    show: async (page) => {
      await page.getByTestId('sample').click()
      await page.getByTestId('view-compare').click()
      await page.getByTestId('compare-changed').click()
      await page.getByTestId('changed').waitFor()
    },
  },
  { name: 'mihomo-open', about: 'The config workbench, before there is a config', path: '/mihomo', looks: BOTH },
  {
    name: 'mihomo', about: 'A config with issues in the workbench', path: '/mihomo', looks: BOTH,
    show: async (page) => {
      await page.getByTestId('bench-sample').click()
      await page.getByTestId('health-open').click()
      await page.getByTestId('issues').waitFor()
    },
  },
  {
    name: 'singbox-upgrade', about: 'An old config of sing-box, change by change', path: '/singbox', looks: BOTH,
    show: async (page) => {
      await page.getByTestId('bench-sample').click()
      await page.getByTestId('to-upgrade').click()
      await page.getByTestId('upgrade-change').first().waitFor()
    },
  },
  { name: 'client', about: 'Programs compared', path: '/client?platform=all', looks: BOTH },
  { name: 'presets', about: 'Presets of a public repository', path: '/presets', looks: BOTH },
  { name: 'favor', about: 'Favourites, before there is one', path: '/favor', looks: BOTH },
  { name: 'help', about: 'The article for who never saw a node', path: '/c/help', looks: BOTH },
  { name: 'category', about: 'The tools of a category', path: '/c/tools', looks: ONCE },
  { name: 'login', about: 'Signing in', path: '/login', looks: BOTH },
  { name: 'subscribe-signed-out', about: 'Sources on the device, without an account', path: '/subscribe', looks: BOTH },
  { name: 'subscribe', about: 'Sources of an account', path: '/subscribe', looks: EVERYWHERE, isOwn: true },
  { name: 'subscribe-outputs', about: 'What is published', path: '/subscribe?tab=outputs', looks: BOTH, isOwn: true },
  { name: 'subscribe-output', about: 'A published subscription, its addresses and versions', path: 'output', looks: BOTH, isOwn: true },
  {
    name: 'subscribe-address', about: 'An address, for a phone to scan', path: 'output', looks: [...BOTH, look('desktop', 'en', 'light')], isOwn: true,
    show: showAddress,
  },
  { name: 'profile', about: 'The profile', path: '/profile', looks: BOTH, isOwn: true },
  { name: 'profile-security', about: 'Sessions, tokens, and what happened', path: '/profile?tab=security', looks: ONCE, isOwn: true },
  { name: 'people', about: 'Who has an account here', path: '/settings/people', looks: [look('desktop', 'zh', 'light'), look('phone', 'zh', 'dark')], isOwn: true },
  { name: 'settings', about: 'Settings', path: '/settings', looks: ONCE },
  { name: 'settings-appearance', about: 'Appearance', path: '/settings/appearance', looks: BOTH },
  { name: 'settings-data', about: 'What this browser keeps', path: '/settings/data', looks: ONCE },
  {
    name: 'settings-subscribe-position',
    about: 'Where you publish, and what the files are called',
    path: '/settings/subscribe/position',
    looks: ONCE,
  },
  {
    name: 'settings-subscribe-history',
    about: 'What was published, and what was downloaded',
    path: '/settings/subscribe/history',
    looks: ONCE,
  },
  { name: 'settings-logs', about: 'The request log', path: '/settings/logs', looks: ONCE },
  { name: 'privacy', about: 'What leaves the browser, when, to whom', path: '/privacy', looks: BOTH },
  { name: 'terms', about: 'Terms', path: '/terms', looks: ONCE },
  { name: 'not-found', about: 'An address without a screen', path: '/nothing-here', looks: BOTH },
] // oxfmt-ignore

interface Site {
  base: string
  accounts: Accounts
}

/** On a phone it is one entry of the menu beside the button that copies. */
async function openTemplates(page: Page, look: Look): Promise<void> {
  await convert(page)
  await goTo(page, 'result')
  if (isPhone(look)) {
    await page.getByTestId('convert-more').last().click()
    await page.getByRole('menuitem', { name: /^(模板|Template)/ }).click()
  } else await page.getByTestId('template-open').click()
  await page.getByTestId('template-dialog').waitFor()
}

/** Quiet, fonts loaded, the drawing done. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => 0))))
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done, { timeout: 500 }))),
  )
}

async function take(browser: Browser, { base, accounts }: Site, screen: Screen, look: Look): Promise<string> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.height },
    colorScheme: look.mode,
    locale: look.lang === 'zh' ? 'zh-CN' : 'en-US',
    timezoneId: 'Asia/Shanghai',
    hasTouch: isPhone(look),
    isMobile: isPhone(look),
    ...(isPhone(look) ? { userAgent: devices['Pixel 7'].userAgent } : {}),
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  if (screen.isOwn) {
    const [name = '', value = ''] = accounts.cookies[look.lang].split('=')
    await context.addCookies([{ name, value, url: base }])
  }
  const page = await context.newPage()
  const path = screen.path === 'output' ? accounts.outputs[look.lang] : (screen.path ?? '/convert')
  await page.goto(`${base}${look.lang === 'en' ? '/en-US' : ''}${path}`)
  await page.waitForFunction(() => document.documentElement.dataset['ready'] === '')
  await screen.show?.(page, look)
  await settled(page)
  const session = await context.newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  const file = `${screen.name}-${look.width}-${look.mode}-${look.lang}.webp`
  writeFileSync(`${folder}${file}`, Buffer.from(data, 'base64'))
  await context.close()
  return file
}

function gallery(files: ReadonlyMap<Screen, readonly string[]>): string {
  const rows = [...files].map(
    ([{ about, name }, pictures]) =>
      `## ${about}\n\n${pictures.map((file) => `[${file.slice(name.length + 1, -'.webp'.length)}](${file})`).join(' · ')}\n\n![${about}](${pictures[0]})\n`,
  )
  return `# Every screen\n\nWidth, colours, language. Taken by \`npm run screens\` from the real app.\n\n${rows.join('\n')}`
}

const wanted = process.argv[2]
const server = await serve(fileURLToPath(new URL('../../apps/server/src/main.mjs', import.meta.url)), [], {
  REGISTRATION: 'open',
  // With an address of its own it does not say that no other device reaches it.
  PORT,
  SITE_URL: `http://localhost:${PORT}`,
  PRIVATE_UPSTREAMS: '127.0.0.0/8',
})
const accounts = await makeAccounts(server)
const site: Site = { base: server.address, accounts }
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
try {
  if (!wanted) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const files = new Map<Screen, string[]>()
  for (const screen of SCREENS.filter(({ name }) => !wanted || name === wanted)) {
    const taken: string[] = []
    for (const look of screen.looks) taken.push(await take(browser, site, screen, look))
    files.set(screen, taken)
    console.log(`${screen.name}: ${taken.length}`)
  }
  if (!wanted) writeFileSync(`${folder}README.md`, gallery(files))
  for (const file of readdirSync(shownFolder))
    if (existsSync(folder + file)) copyFileSync(folder + file, shownFolder + file)
} finally {
  await browser.close()
  await accounts.stop()
  await server.stop()
}
