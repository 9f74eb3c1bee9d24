import { describe, expect, test } from 'vitest'
import {
  EMPTY_RECIPE,
  settingsOf,
  withCommon,
  withOutput,
  withOutputSettings,
  type CommonSettings,
  type OutputSettings,
} from '../recipe.ts'
import { withSettings } from '../with-settings.ts'
import { withText } from '../changes/change-sources.ts'
import { settingsQuery, withQuery } from './settings-query.ts'
import { settingsLink } from './settings-link.ts'
import { kindsOf, readSettings } from './shared-settings.ts'

const PLACE = { origin: 'https://switchyard.example', pathname: '/convert' }

describe('settings in an address', () => {
  test('name the version of Xray, where it is not the usual one', () => {
    const recipe = withOutput(EMPTY_RECIPE, 'xray')
    expect(new URL(settingsLink(recipe, PLACE).link).search).toBe('?target=xray')
    const { link } = settingsLink(withOutputSettings(recipe, { xrayVersion: '26.3' }), PLACE)
    expect(new URL(link).search).toBe('?target=xray&ver=26.3')
    expect(withQuery(EMPTY_RECIPE, new URL(link).search).perOutput.xray?.xrayVersion).toBe('26.3')
    expect(withQuery(EMPTY_RECIPE, '?target=xray&ver=1.14').perOutput.xray).toBeUndefined()
  })

  test('come back as they were, without a node, an address or a password', () => {
    let recipe = withText(withOutput(EMPTY_RECIPE, 'singbox'), 'trojan://s3cret@a.example.com:443#A')
    recipe = withOutputSettings(recipe, { singboxVersion: '1.14', excludes: ['ssr', 'info'] })
    recipe = withCommon(recipe, {
      template: 'full',
      prefix: '机场-',
      flag: true,
      nameInclude: '香港|HK',
      nameExclude: '过期',
      useProvider: true,
      providers: [{ name: 'provider', url: 'https://sub.example.com/token', password: 'pass' }],
      secret: 'controller',
    })
    const { link, leftOut } = settingsLink(recipe, PLACE)
    expect(leftOut).toEqual(['secret', 'providers'])
    expect(new URL(link).hash).toBe('')
    expect(link).not.toMatch(/s3cret|example\.com|pass|controller/)
    const back = withQuery(EMPTY_RECIPE, new URL(link).search)
    expect(back.output).toBe('singbox')
    expect(back.perOutput.singbox).toMatchObject({ singboxVersion: '1.14', excludes: ['ssr', 'info'] })
    expect(back.common).toMatchObject({ template: 'full', prefix: '机场-', flag: true, useProvider: true })
    expect(back.common).toMatchObject({ nameInclude: '香港|HK', nameExclude: '过期' })
    expect(back.sources).toEqual([])
  })

  test.each<Partial<CommonSettings>>([
    { rules: 'DOMAIN,a.example,DIRECT' },
    { final: 'DIRECT' },
    { rest: 'DIRECT' },
    { groupOrder: ['Auto'] },
    { mixedPort: 7890 },
    { logLevel: 'debug' },
  ])('%o stands behind the query', (settings) => {
    const { link } = settingsLink(withCommon(withOutput(EMPTY_RECIPE, 'clash'), settings), PLACE)
    expect(new URL(link).search).toBe('?target=clash')
    expect(readSettings(new URL(link).hash)).toEqual({ settings: { output: 'clash', ...settings }, dropped: [] })
  })

  test('what a link sets is named by kind, each once', () => {
    expect(kindsOf({ mixedPort: 7000, prefix: 'A', flag: true, output: 'singbox' })).toEqual([
      'target',
      'naming',
      'advanced',
    ])
  })

  test('the language of group names alone needs nothing behind the query', () => {
    const { link } = settingsLink(withCommon(EMPTY_RECIPE, { groupLang: 'en-US', prefix: 'a' }), PLACE)
    expect(link).toBe('https://switchyard.example/convert?prefix=a')
  })

  test('what may be secret does not stand in the query either', () => {
    const { link, leftOut } = settingsLink(withCommon(EMPTY_RECIPE, { nameInclude: 'token=canary' }), PLACE)
    expect([link, leftOut]).toEqual(['https://switchyard.example/convert', ['filters']])
  })

  test.each<[string, Partial<CommonSettings> & Partial<OutputSettings>]>([
    ['tpl=full', { template: 'full' }],
    ['ex=ssr%2Cinfo', { excludes: ['ssr', 'info'] }],
    ['ex=', { excludes: [] }],
    ['prefix=a', { prefix: 'a' }],
    ['prov=on', { useProvider: true }],
    ['list=1', { list: true }],
    ['dup=1', { keepDuplicates: true }],
    ['flag=1', { flag: true }],
    ['inc=a', { nameInclude: 'a' }],
    ['exc=a', { nameExclude: 'a' }],
  ])('%s says one setting, either way', (query, settings) => {
    const recipe = withSettings(EMPTY_RECIPE, settings)
    expect(settingsQuery(recipe, '').toString()).toBe(query)
    expect(settingsOf(withQuery(EMPTY_RECIPE, `?${query}`))).toEqual(settingsOf(recipe))
  })

  test('what an address says of a switch counts, off as on', () => {
    const recipe = withSettings(EMPTY_RECIPE, { list: true, flag: true, useProvider: true })
    expect(settingsOf(withQuery(recipe, '?list=0&flag=0&prov=off'))).toEqual(
      settingsOf(withSettings(recipe, { list: false, flag: false, useProvider: false })),
    )
  })

  test('defaults leave no trace, and what else stands in the address stays', () => {
    expect(settingsLink(EMPTY_RECIPE, PLACE).link).toBe('https://switchyard.example/convert')
    expect(settingsQuery(EMPTY_RECIPE, '?view=list').toString()).toBe('view=list')
    expect(settingsQuery(EMPTY_RECIPE, '?view=list&target=clash').toString()).toBe('view=list&target=mihomo')
  })

  test.each(['?target=nothing', '?tpl=evil', '?ver=9', '?ex=<script>'])(
    '%s changes nothing it should not',
    (search) => {
      const recipe = withQuery(EMPTY_RECIPE, search)
      expect([recipe.output, recipe.common.template]).toEqual(['mihomo', 'standard'])
      expect(recipe.perOutput.mihomo?.excludes ?? []).toEqual([])
    },
  )
})
