import { beforeEach, describe, expect, test, vi } from 'vitest'
import { keepSettings, keptQuery, withLastSettings, withoutKept } from './last-settings.ts'
import { withCommon, withTarget, withTargetOptions, withText } from '@switchyard/recipe/model'
import { EMPTY_MODEL } from './model.ts'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

describe('the settings used last', () => {
  test('are what the next tab starts with', () => {
    let model = withTargetOptions(withTarget(EMPTY_MODEL, 'singbox'), { singboxVersion: '1.14', excludes: ['ssr'] })
    model = withCommon(model, { template: 'full', prefix: '机场-', nameInclude: '香港|HK', nameExclude: '过期' })
    keepSettings(model)
    const next = withLastSettings(EMPTY_MODEL, '?view=list')
    expect(next.target).toBe('singbox')
    expect(next.perTarget.singbox).toMatchObject({ singboxVersion: '1.14', excludes: ['ssr'] })
    expect(next.common).toMatchObject({
      template: 'full',
      prefix: '机场-',
      nameInclude: '香港|HK',
      nameExclude: '过期',
    })
  })

  test('hold no node, link, address or password', () => {
    keepSettings(
      withCommon(withText(withTarget(EMPTY_MODEL, 'clash'), 'trojan://s3cret@a.example.com:443#Node'), {
        template: { id: '1', name: 'mine', text: 'template-text' },
        rules: 'DOMAIN,rule.example.com,DIRECT',
        useProvider: true,
        providers: [{ name: 'provider', url: 'https://sub.example.com/token', password: 'pass' }],
        secret: 'controller',
        mapping: [{ name: 'mapped', group: 'group' }],
      }),
    )
    expect([...kept]).toEqual([['app.convert', 'target=clash']])
  })

  test('give way to an address that names any of its own', () => {
    keepSettings(withTarget(EMPTY_MODEL, 'clash'))
    expect(withLastSettings(EMPTY_MODEL, '?tpl=full')).toBe(EMPTY_MODEL)
  })

  test('give way to what was chosen before there was time to look, not to what was pasted', () => {
    keepSettings(withTarget(EMPTY_MODEL, 'clash'))
    expect(withLastSettings(withTarget(EMPTY_MODEL, 'links'), '').target).toBe('links')
    const pasted = withLastSettings(withText(EMPTY_MODEL, 'trojan://…'), '')
    expect([pasted.target, pasted.sources.length]).toEqual(['clash', 1])
  })

  test('give way to the defaults, and nothing else does', () => {
    let model = withTargetOptions(withTarget(EMPTY_MODEL, 'singbox'), { singboxVersion: '1.14', excludes: ['ssr'] })
    model = withCommon(model, { template: 'full', prefix: 'a', nameInclude: 'b', nameExclude: 'c' })
    keepSettings(model)
    const taken = withLastSettings(EMPTY_MODEL, '')
    expect(keptQuery(taken)).not.toBe('')
    const rules = 'DOMAIN,rule.example.com,DIRECT'
    expect(withoutKept(withCommon(taken, { rules }))).toEqual(withCommon(EMPTY_MODEL, { rules }))
    expect(keptQuery(withoutKept(taken))).toBe('')
  })

  test('are forgotten when they are the defaults again', () => {
    keepSettings(withTarget(EMPTY_MODEL, 'clash'))
    keepSettings(EMPTY_MODEL)
    expect([...kept]).toEqual([])
  })

  test.each(['target=nothing', 'tpl=evil', '{"target":"clash"}'])('%s on the device changes nothing', (text) => {
    kept.set('app.convert', text)
    const { target, common } = withLastSettings(EMPTY_MODEL, '')
    expect([target, common.template]).toEqual(['mihomo', 'standard'])
  })

  test('of a browser that keeps nothing are the defaults', () => {
    const blocked = () => {
      throw new Error('blocked')
    }
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
    keepSettings(withTarget(EMPTY_MODEL, 'clash'))
    expect(withLastSettings(EMPTY_MODEL, '').target).toBe('mihomo')
  })
})
