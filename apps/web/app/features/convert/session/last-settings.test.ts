import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepSettings, keptQuery, withLastSettings, withoutKept } from './last-settings.ts'
import { withCommon, withOutput, withOutputSettings, withText } from '@switchyard/recipe/model'
import { uiSettings } from '../../../components/kept-settings/ui-settings.ts'
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
afterEach(() => void vi.unstubAllGlobals())

describe('the settings used last', () => {
  test('are what the next tab starts with', () => {
    let model = withOutputSettings(withOutput(EMPTY_MODEL, 'singbox'), { singboxVersion: '1.14', excludes: ['ssr'] })
    model = withCommon(model, { template: 'full', prefix: '机场-', nameInclude: '香港|HK', nameExclude: '过期' })
    keepSettings(model)
    const next = withLastSettings(EMPTY_MODEL, '?view=list')
    expect(next.output).toBe('singbox')
    expect(next.perOutput.singbox).toMatchObject({ singboxVersion: '1.14', excludes: ['ssr'] })
    expect(next.common).toMatchObject({
      template: 'full',
      prefix: '机场-',
      nameInclude: '香港|HK',
      nameExclude: '过期',
    })
  })

  test('hold no node, link, address or password', () => {
    keepSettings(
      withCommon(withText(withOutput(EMPTY_MODEL, 'clash'), 'trojan://s3cret@a.example.com:443#Node'), {
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
    keepSettings(withOutput(EMPTY_MODEL, 'clash'))
    expect(withLastSettings(EMPTY_MODEL, '?tpl=full')).toBe(EMPTY_MODEL)
  })

  test('give way to what was chosen before there was time to look, not to what was pasted', () => {
    keepSettings(withOutput(EMPTY_MODEL, 'clash'))
    expect(withLastSettings(withOutput(EMPTY_MODEL, 'links'), '').output).toBe('links')
    const pasted = withLastSettings(withText(EMPTY_MODEL, 'trojan://…'), '')
    expect([pasted.output, pasted.sources.length]).toEqual(['clash', 1])
  })

  test('give way to the defaults, and nothing else does', () => {
    let model = withOutputSettings(withOutput(EMPTY_MODEL, 'singbox'), { singboxVersion: '1.14', excludes: ['ssr'] })
    model = withCommon(model, { template: 'full', prefix: 'a', nameInclude: 'b', nameExclude: 'c' })
    keepSettings(model)
    const taken = withLastSettings(EMPTY_MODEL, '')
    expect(keptQuery(taken)).not.toBe('')
    const rules = 'DOMAIN,rule.example.com,DIRECT'
    expect(withoutKept(withCommon(taken, { rules }))).toEqual(withCommon(EMPTY_MODEL, { rules }))
    expect(keptQuery(withoutKept(taken))).toBe('')
  })

  test('stand on the defaults that their person set for the client', () => {
    const clients = {
      mihomo: { template: 'full', mixedPort: 7000, probeUrl: 'https://probe.example.com', excludes: ['ssr'] },
      clash: { template: 'minimal', excludes: [] },
      evil: { template: 'full' },
    }
    uiSettings.set({ clients })
    const fresh = withLastSettings(EMPTY_MODEL, '')
    expect(fresh.common).toMatchObject({ template: 'full', mixedPort: 7000, probeUrl: 'https://probe.example.com' })
    expect([fresh.perOutput.mihomo?.excludes, fresh.perOutput.clash?.excludes]).toEqual([['ssr'], []])
    expect(withLastSettings(EMPTY_MODEL, '?target=clash').common.template).toBe('minimal')
    kept.set('app.convert', 'tpl=standard&inc=HK')
    expect(withLastSettings(EMPTY_MODEL, '').common).toMatchObject({ nameInclude: 'HK', mixedPort: 7000 })
    uiSettings.set({ clients: { mihomo: { template: 'evil', mixedPort: 'x', excludes: 'ssr' } } })
    expect(withLastSettings(EMPTY_MODEL, '').common.template).toBe('standard')
    uiSettings.set({})
  })

  test('are forgotten when they are the defaults again', () => {
    keepSettings(withOutput(EMPTY_MODEL, 'clash'))
    keepSettings(EMPTY_MODEL)
    expect([...kept]).toEqual([])
  })

  test.each(['target=nothing', 'tpl=evil', '{"target":"clash"}'])('%s on the device changes nothing', (text) => {
    kept.set('app.convert', text)
    const { output, common } = withLastSettings(EMPTY_MODEL, '')
    expect([output, common.template]).toEqual(['mihomo', 'standard'])
  })

  test('of a browser that keeps nothing are the defaults', () => {
    const blocked = () => {
      throw new Error('blocked')
    }
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
    keepSettings(withOutput(EMPTY_MODEL, 'clash'))
    expect(withLastSettings(EMPTY_MODEL, '').output).toBe('mihomo')
  })
})
