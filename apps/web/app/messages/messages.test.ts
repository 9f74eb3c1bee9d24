import { OUTPUT_FACTS } from '@switchyard/convert/facts'
import { expect, test } from 'vitest'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../lib/locale.ts'
import { MESSAGE_PARTS, messagesFile } from '../lib/message-parts.ts'

const FILES = import.meta.glob<object>('./**/*.json', { eager: true, import: 'default' })

function flat(value: object, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, child]): [string, string][] =>
    typeof child === 'string' ? [[path + key, child]] : flat(child as object, `${path}${key}.`),
  )
}

function wordsOf(locale: Locale): ReadonlyMap<string, string> {
  const files = [...MESSAGE_PARTS.map((part) => messagesFile(locale, part)), `pages/${locale}.json`]
  return new Map(files.flatMap((file) => flat(FILES[`./${file}`] ?? {})))
}

const words = new Map(LOCALES.map((locale) => [locale, wordsOf(locale)]))
const others = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE)
const zh = words.get(DEFAULT_LOCALE)!

test.each(LOCALES)('%s has the keys of the default language, and no empty words', (locale) => {
  const said = words.get(locale)!
  expect([...said.keys()].sort()).toEqual([...zh.keys()].sort())
  expect([...said].filter(([, text]) => text.trim() === '')).toEqual([])
})

/** The names of values in a message: those in the outermost braces, for what stands deeper are words of a plural. */
function valuesOf(words: string): string[] {
  const names = new Set<string>()
  let depth = 0
  for (const [brace, name] of words.matchAll(/\{\s*(\w*)|\}/g)) {
    if (brace === '}') depth--
    else if (depth++ === 0 && name) names.add(name)
  }
  return [...names].sort()
}

test.each(others)('%s takes the values of the default language', (locale) => {
  const said = words.get(locale)!
  const different = [...zh].filter(([key, text]) => String(valuesOf(text)) !== String(valuesOf(said.get(key) ?? '')))
  expect(different).toEqual([])
})

test.each(LOCALES)('%s asks for a passphrase in the same words, whatever it guards', (locale) => {
  const of = (part: string) =>
    [...words.get(locale)!].filter(([key]) => key.startsWith(`${part}.`)).map(([key, text]) => [key.slice(part.length + 1), text] as const) // oxfmt-ignore
  const tokens = new Map(of('gitAccounts'))
  const both = of('subscribe').filter(
    ([key]) => tokens.has(key) && /^passphrase|Passphrase$|^(?:lockNow|unlock)$/.test(key),
  )
  expect(both.length).toBeGreaterThan(9)
  expect(both.filter(([key, text]) => tokens.get(key) !== text)).toEqual([])
})

test('Chinese and Latin words or digits have a space between them', () => {
  const glued = [...zh].filter(([, words]) =>
    /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u.test(words.replaceAll(/\{[^}]*\}/g, '')),
  )
  // The words of the specification stand as they are there.
  expect(glued.filter(([, words]) => !words.startsWith('Clash节点为空'))).toEqual([])
})

/** Places of texts, and of numbers that count nothing: lines, ports, the ends of a range, a status. */
const NO_COUNTS =
  `action after app before cipher client clients code column command commit core date email encoding ext file free group host hosts id issue issuer kind line lines max meaning message method min mode name names network node
  parts path pattern person place port prefix reads reason region role scope service size source span status target time token type types url used value version word`.split(
    /\s+/,
  )

/** The code editor puts the number of these in itself; the traffic of a subscription comes with its unit. */
const PLAIN = [
  'account.keptOf {kept}',
  'account.keptOf {quota}',
  'configEditor.lines {n}',
  'configEditor.replacedMatch {n}',
  'configEditor.replacedMatches {n}',
  'configEditor.unchanged {n}',
  'convert.source.traffic {total}',
  // An age, or why something failed: words.
  'freeNodes.failing {why}',
  'freeNodes.fetchedAgo {ago}',
  'freeNodes.refreshLater {when}',
  'subscribe.lowSource {left}',
  'subscribe.used {total}',
  'subscribe.usedAndLeft {left}',
  'subscribe.usedAndLeft {total}',
]

test.each([...words])('%s: what counts things is written {…, number}, or # in a plural', (_locale, words) => {
  const plain = [...words].flatMap(([key, said]) =>
    [...said.matchAll(/\{(\w+)\}/g)]
      .filter(([, name]) => !NO_COUNTS.includes(name!))
      .map(([place]) => `${key} ${place}`),
  )
  expect(plain.sort()).toEqual(PLAIN)
})

const SCREENS = import.meta.glob<string>('../**/*.tsx', { eager: true, query: '?raw', import: 'default' })

/** The keys that badges show; those of `state.${…}` are all below it. */
function isOfBadge(key: string): boolean {
  return BADGES.some(([space, name]) =>
    name!.endsWith('.') ? key.startsWith(`${space}.${name}`) : key === `${space}.${name}`,
  )
}
const BADGES = Object.values(SCREENS).flatMap((file) => {
  const spaces = [...file.matchAll(/useTranslations\('([\w.]+)'\)/g)].map(([, space]) => space!)
  const names = [...file.matchAll(/<Badge\b[^>]*>\s*\{t\(['`]([\w.]+)/g)].map(([, name]) => name!)
  return names.flatMap((name) => spaces.map((space) => [space, name]))
})

test('the English words of badges begin with a capital letter', () => {
  const ofBadges = [...words.get('en-US')!].filter(([key]) => isOfBadge(key))
  expect(ofBadges.length).toBeGreaterThan(20)
  expect(ofBadges.filter(([, said]) => /^\p{Ll}/u.test(said))).toEqual([])
})

/** What is searched for, shown to search engines, or a label by itself. */
const PLAIN_NAMES = /(?:\.keywords|\.description|\.singbox)$/

test.each([...words])('%s: the name of a client is not broken at its hyphen', (_locale, words) => {
  const names = OUTPUT_FACTS.map(({ title }) => title).filter((title) => title.includes('-'))
  expect(names).toEqual(['sing-box'])
  const broken = [...words].filter(([key, said]) => !PLAIN_NAMES.test(key) && names.some((name) => said.includes(name)))
  // A word joiner behind the hyphen holds it together: `sing-\u2060box`.
  expect(broken).toEqual([])
})
