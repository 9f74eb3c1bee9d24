import { PROGRAMS } from '@switchyard/recipe/programs'
import { expect, test } from 'vitest'
import { filterFrom, programsFor, withFilter } from './program-filter.ts'

const namesFor = (query: string) => programsFor(filterFrom(new URLSearchParams(query))).map(({ name }) => name)

test('without a filter all are shown, those that nobody looks after last', () => {
  expect(namesFor('')).toHaveLength(PROGRAMS.length)
  const archived = programsFor(filterFrom(new URLSearchParams())).map(({ archived }) => archived !== undefined)
  expect(archived.lastIndexOf(false)).toBeLessThan(archived.indexOf(true))
})

test.each(['Windows', 'macOS', 'Android', 'iOS', 'Linux'])('%s has two or more', (platform) => {
  expect(namesFor(`platform=${platform}`).length).toBeGreaterThanOrEqual(2)
})

test('who has vless sees no program that only Clash carries', () => {
  const names = namesFor('protocols=vless')
  expect(names).toContain('Clash Verge Rev')
  for (const name of ['Clash for Windows', 'ClashX', 'Clash for Android', 'Surge']) expect(names).not.toContain(name)
})

test('a program has to carry all of the protocols', () => {
  expect(namesFor('protocols=vless,ssr')).toContain('FlClash')
  expect(namesFor('protocols=vless,ssr')).not.toContain('sing-box')
})

test('a program is found by its name or another word for it, whatever the letters', () => {
  expect(namesFor('q=CFW')).toEqual(['Clash for Windows'])
  expect(namesFor('q=%E9%B8%BF%E8%92%99')).toEqual(['ClashBox'])
  expect(namesFor('platform=iOS&core=xray')).toEqual(['Happ'])
})

test.each([
  ['platform=iOS&core=singbox&protocols=ss%2Cvless&q=box', 'platform=iOS&core=singbox&protocols=ss%2Cvless&q=box'],
  ['platform=Amiga&core=x&protocols=vless,nothing', 'protocols=vless'],
  ['view=table&platform=all', 'view=table&platform=all'],
])('the query %s is kept as %s', (given, kept) => {
  const query = new URLSearchParams(given)
  expect(withFilter(query, filterFrom(query)).toString()).toBe(kept)
})
