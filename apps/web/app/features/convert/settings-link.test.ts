import { describe, expect, test } from 'vitest'
import { EMPTY_MODEL, withCommon, withTarget, withTargetOptions, withText, type CommonSettings } from './model.ts'
import { hasMoreThanLink, settingsLink, settingsQuery, withQuery } from './settings-link.ts'

const PLACE = { origin: 'https://switchyard.example', pathname: '/convert' }

describe('settings in an address', () => {
  test('come back as they were, without a node, an address or a password', () => {
    let model = withText(withTarget(EMPTY_MODEL, 'singbox'), 'trojan://s3cret@a.example.com:443#A')
    model = withTargetOptions(model, { singboxVersion: '1.14', excludes: ['ssr', 'info'] })
    model = withCommon(model, {
      template: 'full',
      prefix: '机场-',
      flag: true,
      nameInclude: '香港|HK',
      nameExclude: '过期',
      useProvider: true,
      providers: [{ name: 'provider', url: 'https://sub.example.com/token', password: 'pass' }],
      secret: 'controller',
    })
    const link = settingsLink(model, PLACE)
    expect(link).not.toMatch(/s3cret|example\.com|pass|controller/)
    const back = withQuery(EMPTY_MODEL, new URL(link).search)
    expect(back.target).toBe('singbox')
    expect(back.perTarget.singbox).toMatchObject({ singboxVersion: '1.14', excludes: ['ssr', 'info'] })
    expect(back.common).toMatchObject({ template: 'full', prefix: '机场-', flag: true, useProvider: true })
    expect(back.common).toMatchObject({ nameInclude: '香港|HK', nameExclude: '过期' })
    expect(back.sources).toEqual([])
  })

  test('what no address holds is known', () => {
    const inLink = withTargetOptions(withTarget(EMPTY_MODEL, 'singbox'), { singboxVersion: '1.14', list: true })
    expect(hasMoreThanLink(withCommon(inLink, { template: 'full', nameInclude: 'HK', keepDuplicates: true }))).toBe(
      false,
    )
  })

  test.each<Partial<CommonSettings>>([
    { rules: 'DOMAIN,a.example,DIRECT' },
    { template: { name: 'own.ini', text: '[custom]' } },
    { final: 'DIRECT' },
    { rest: 'DIRECT' },
    { groupOrder: ['Auto'] },
    { mixedPort: 7890 },
    { secret: 'controller' },
    { logLevel: 'debug' },
  ])('no address holds %o', (settings) => {
    expect(hasMoreThanLink(withCommon(EMPTY_MODEL, settings))).toBe(true)
  })

  test('no address holds the switch of Clash Premium', () => {
    const model = withTargetOptions(withTarget(EMPTY_MODEL, 'clash'), { clashPremium: true })
    expect(hasMoreThanLink(model)).toBe(true)
  })

  test('defaults leave no trace, and what else stands in the address stays', () => {
    expect(settingsLink(EMPTY_MODEL, PLACE)).toBe('https://switchyard.example/convert')
    expect(settingsQuery(EMPTY_MODEL, '?view=list').toString()).toBe('view=list')
    expect(settingsQuery(EMPTY_MODEL, '?view=list&target=clash').toString()).toBe('view=list&target=mihomo')
  })

  test.each(['?target=nothing', '?tpl=evil', '?ver=9', '?ex=<script>'])(
    '%s changes nothing it should not',
    (search) => {
      const model = withQuery(EMPTY_MODEL, search)
      expect([model.target, model.common.template]).toEqual(['mihomo', 'standard'])
      expect(model.perTarget.mihomo?.excludes ?? []).toEqual([])
    },
  )
})
