import { expect, test } from 'vitest'
import { LOCALES } from '../../lib/locale.ts'
import { hintAt, hintsBelow, hintsFor } from './schema-hints.ts'

test('every language tells of the same keys', () => {
  const files = import.meta.glob<Record<string, Record<string, string>>>('./hint-words/*.json', {
    eager: true,
    import: 'default',
  })
  const paths = Object.values(files).map((words) =>
    Object.entries(words).flatMap(([table, reported]) => Object.keys(reported).map((path) => `${table} ${path}`)),
  )
  expect(paths).toHaveLength(LOCALES.length)
  for (const other of paths) expect(other).toEqual(paths[0])
})

const CLIENTS = ['clash', 'mihomo', 'singbox'] as const

test.each(CLIENTS)('every key of %s has a sentence in both languages and stands there once', (client) => {
  const hints = hintsFor(client)
  expect(hints.length).toBeGreaterThan(60)
  expect(new Set(hints.map(({ path }) => path)).size).toBe(hints.length)
  for (const { path, words } of hints) {
    const { 'zh-CN': zh, 'en-US': en } = words
    expect([path, zh]).toEqual([path, expect.stringMatching(/\p{Script=Han}.*。$/su)])
    expect([path, en]).toEqual([path, expect.stringMatching(/^[\p{Lu}\w].*\.$/su)])
    expect([path, /\p{Script=Han}/u.test(en)]).toEqual([path, false])
    // A space between Chinese and Latin words.
    expect([path, /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u.test(zh)]).toEqual([path, false])
  }
})

test.each(CLIENTS)('every key of %s stands below one that is told too', (client) => {
  const paths = new Set(hintsFor(client).map(({ path }) => path.replaceAll('.*', '')))
  const orphans = [...paths].filter((path) => path.includes('.') && !paths.has(path.slice(0, path.lastIndexOf('.'))))
  expect(orphans).toEqual([])
})

test('a provider may have any name', () => {
  expect(hintAt('mihomo', ['rule-providers', 'ads', 'behavior'])?.values).toContain('ipcidr')
  expect(hintAt('mihomo', ['rule-providers', 'ads'])).toBeUndefined()
})

test('Clash is not told of what only Mihomo knows', () => {
  expect(hintAt('mihomo', ['tun', 'stack'])).toBeDefined()
  expect(hintAt('clash', ['tun', 'stack'])).toBeUndefined()
})

test('keys beside each other', () => {
  const below = (...keys: string[]) => hintsBelow('singbox', keys).map(({ path }) => path)
  expect(below()).toEqual(['log', 'dns', 'ntp', 'inbounds', 'outbounds', 'endpoints', 'route', 'experimental'])
  expect(below('experimental', 'cache_file')).toEqual([
    'experimental.cache_file.enabled',
    'experimental.cache_file.store_fakeip',
  ])
})
