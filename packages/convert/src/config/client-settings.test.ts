import { mihomoFacts } from '../clients/mihomo/facts.ts'
import { checkSettings } from './client-settings.ts'
import { LOG_LEVELS } from '../model/setting-limits.ts'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { engineTest } from '../../proof/engine-test.ts'
import { schemaJudge } from '../../proof/mihomo-schema.ts'
import { checkWithMihomo, startOnceWithMihomo } from '../../proof/mihomo.ts'
import { checkWithSingbox, startOnceWithSingbox } from '../../proof/sing-box.ts'
import {
  builtinTemplate,
  type ClientSettings,
  type ConvertOptions,
  ConvertError,
  convertText,
  readOwnConfig,
} from '../index.ts'

const NODES = ['HK', 'JP'].map((name) => `trojan://p@${name}.example.com:443#${name}`).join('\n')
const ALL: ClientSettings = {
  mixedPort: 7000,
  controllerPort: 9191,
  allowLan: true,
  secret: 'a$1 "quoted" # 密',
  logLevel: 'warning',
  urlTestInterval: '1h30m',
  tolerance: 120,
  tun: true,
}

type Dict = Record<string, unknown>
type Group = Dict & { type: string }
interface MihomoConfig extends Dict {
  'proxy-groups': Group[]
}
interface SingboxConfig {
  log: Dict
  inbounds: Dict[]
  outbounds: Group[]
  experimental: { clash_api: Dict }
}

const run = (client: ConvertOptions['to'], settings: ClientSettings, more: Partial<ConvertOptions> = {}) =>
  convertText([{ name: 'in', text: NODES }], { to: client, template: 'full', output: { settings }, ...more })
const mihomo = (settings: ClientSettings, more: Partial<ConvertOptions> = {}, client: 'mihomo' | 'clash' = 'mihomo') =>
  load(run(client, settings, more).text) as MihomoConfig
const singbox = (settings: ClientSettings, more: Partial<ConvertOptions> = {}) =>
  JSON.parse(run('singbox', settings, more).text) as SingboxConfig
const codes = (client: ConvertOptions['to'], settings: ClientSettings, more: Partial<ConvertOptions> = {}) =>
  run(client, settings, more)
    .report.issues.filter(({ code }) => code === 'unsafe-setting')
    .map(({ field }) => field)

test('groups and providers ask the address that was set, but for a provider with one of its own', () => {
  const probeUrl = 'https://probe.example.com/204'
  const url = 'https://sub.example.com/a'
  const proxy = [{ name: 'one', url }, { name: 'two', url, healthUrl: 'https://own.example.com/204' }] // oxfmt-ignore
  const config = mihomo({ probeUrl }, { groups: { providers: proxy } })
  expect(config['proxy-providers']).toMatchObject({
    one: { 'health-check': { url: probeUrl } },
    two: { 'health-check': { url: 'https://own.example.com/204' } },
  })
  const tested = config['proxy-groups'].filter(({ type }) => type !== 'select')
  expect(tested.length).toBeGreaterThan(1)
  expect(new Set(tested.map(({ url: asked }) => asked))).toEqual(new Set([probeUrl]))
  const outbounds = singbox({ probeUrl }).outbounds.filter(({ type }) => type === 'urltest')
  expect(new Set(outbounds.map(({ url: asked }) => asked))).toEqual(new Set([probeUrl]))
  expect(() => mihomo({ probeUrl: 'ftp://probe.example.com' })).toThrow(ConvertError)
})

describe.each(['mihomo', 'clash'] as const)('the settings of the client in a config of ours for %s', (client) => {
  test('what is not set is the product’s own', () => {
    const config = mihomo({}, {}, client)
    expect(config).toMatchObject({
      'mixed-port': 7890,
      'allow-lan': false,
      'log-level': 'info',
    })
    for (const group of config['proxy-groups'].filter(({ type }) => type === 'url-test'))
      expect(group).toMatchObject({ interval: 600, tolerance: 50 })
  })

  test('what is set stands in it, each key once', () => {
    const { text } = run(client, ALL)
    expect(load(text)).toMatchObject({
      'mixed-port': 7000,
      'external-controller': '127.0.0.1:9191',
      'allow-lan': true,
      'log-level': 'warning',
      secret: 'a$1 "quoted" # 密',
    })
    for (const group of mihomo(ALL, {}, client)['proxy-groups'].filter(({ type }) => type === 'url-test'))
      expect(group).toMatchObject({ interval: 5400, tolerance: 120 })
  })

  test('an edit of one group counts for more than what is set for all', () => {
    const groups = mihomo({ urlTestInterval: '1h' }, { groups: { edits: { Auto: { interval: 60 } } } }, client)[
      'proxy-groups'
    ]
    expect(groups.find(({ name }) => name === 'Auto')).toMatchObject({ interval: 60 })
    expect(groups.find(({ name }) => name === 'Japan nodes')).toMatchObject({ interval: 3600 })
  })
})

describe('the settings of the client in a config of ours for sing-box', () => {
  test('what is not set is the product’s own', () => {
    const config = singbox({})
    expect(config.log).toEqual({ level: 'info', timestamp: true })
    expect(config.inbounds).toEqual([{ type: 'mixed', tag: 'mixed-in', listen: '127.0.0.1', listen_port: 7890 }])
    for (const group of config.outbounds.filter(({ type }) => type === 'urltest'))
      expect(group).toMatchObject({ interval: '10m', tolerance: 50 })
  })

  test('what is set stands in it', () => {
    const config = singbox(ALL)
    expect(config.log).toEqual({ level: 'warn', timestamp: true })
    expect(config.inbounds.at(-1)).toEqual({ type: 'mixed', tag: 'mixed-in', listen: '0.0.0.0', listen_port: 7000 })
    expect(config.experimental.clash_api).toEqual({
      external_controller: '127.0.0.1:9191',
      secret: 'a$1 "quoted" # 密',
      default_mode: 'Rule',
    })
    const tests = config.outbounds.filter(({ type }) => type === 'urltest')
    expect(tests.length).toBeGreaterThan(1)
    // An interval above the idle timeout is fatal at start.
    for (const group of tests) expect(group).toMatchObject({ interval: '90m', idle_timeout: '90m', tolerance: 120 })
  })

  test.each([
    ['silent', { disabled: true, timestamp: true }],
    ['error', { level: 'error', timestamp: true }],
    ['warning', { level: 'warn', timestamp: true }],
    ['info', { level: 'info', timestamp: true }],
    ['debug', { level: 'debug', timestamp: true }],
  ] as const)('the log level %s is %j', (logLevel, log) => expect(singbox({ logLevel }).log).toEqual(log))
})

describe('the user’s own config as a template', () => {
  const own = readOwnConfig(
    `proxies: []
mixed-port: 1080
external-controller: 127.0.0.1:9999
secret: mine
log-level: error
proxy-groups:
  - { name: Fast, type: url-test, include-all: true, url: 'https://probe.example/', interval: 77, tolerance: 7 }
rules: [MATCH,Fast]
`,
    'own.yaml',
  )
  const box = readOwnConfig(
    JSON.stringify({
      log: { level: 'error', output: 'box.log', disabled: true },
      inbounds: [
        { type: 'tun', tag: 'tun-in', address: ['172.19.0.1/30'] },
        { type: 'mixed', tag: 'in', listen: '127.0.0.1', listen_port: 1080 },
      ],
      outbounds: [
        { type: 'urltest', tag: 'Fast', outbounds: [], interval: '5m', idle_timeout: '10m' },
        { type: 'direct', tag: 'direct' },
      ],
      route: { final: 'Fast' },
      experimental: { clash_api: { external_controller: '127.0.0.1:9999', default_mode: 'Rule' } },
    }),
    'own.json',
  )

  test.each(['mihomo', 'clash'] as const)('what was not set stays as the config for %s has it', (client) => {
    expect(mihomo({}, { template: own }, client)).toMatchObject({
      'mixed-port': 1080,
      'external-controller': '127.0.0.1:9999',
      secret: 'mine',
      'log-level': 'error',
      'proxy-groups': [{ name: 'Fast', interval: 77, tolerance: 7 }],
    })
    expect(mihomo({}, { template: own }, client)).not.toHaveProperty('allow-lan')
  })

  test.each(['mihomo', 'clash'] as const)('what was set replaces what the config for %s says', (client) => {
    const config = mihomo(ALL, { template: own }, client)
    expect(config).toMatchObject({
      'mixed-port': 7000,
      'external-controller': '127.0.0.1:9191',
      secret: ALL.secret,
      'log-level': 'warning',
      'allow-lan': true,
      'proxy-groups': [{ name: 'Fast', url: 'https://probe.example/', interval: 5400, tolerance: 120 }],
    })
    // Keys stay where they are; what the config lacks comes first.
    expect(
      Object.keys(config)
        .filter((key) => key !== 'tun')
        .slice(0, 5),
    ).toEqual(['allow-lan', 'proxies', 'mixed-port', 'external-controller', 'secret'])
  })

  test('what was not set stays as the config for sing-box has it', () => {
    const config = singbox({}, { template: box })
    expect(config).toMatchObject({
      log: { level: 'error', output: 'box.log', disabled: true },
      inbounds: [{ type: 'tun' }, { listen: '127.0.0.1', listen_port: 1080 }],
      experimental: { clash_api: { external_controller: '127.0.0.1:9999', default_mode: 'Rule' } },
    })
    expect(config.outbounds[0]).toMatchObject({ tag: 'Fast', interval: '5m', idle_timeout: '10m' })
  })

  test('what was set replaces what the config for sing-box says', () => {
    const config = singbox(ALL, { template: box })
    expect(config.log).toEqual({ level: 'warn', output: 'box.log' })
    expect(config.inbounds).toEqual([
      { type: 'tun', tag: 'tun-in', address: ['172.19.0.1/30'] },
      { type: 'mixed', tag: 'in', listen: '0.0.0.0', listen_port: 7000 },
    ])
    expect(config.outbounds[0]).toMatchObject({ interval: '90m', idle_timeout: '90m', tolerance: 120 })
    expect(config.experimental.clash_api).toEqual({
      external_controller: '127.0.0.1:9191',
      secret: ALL.secret,
      default_mode: 'Rule',
    })
  })

  test('a port is given an inbound where the config has none, a secret no controller', () => {
    const bare = readOwnConfig('{"outbounds":[{"type":"selector","tag":"S","outbounds":[]}]}', 'bare.json')
    const { text, report } = run('singbox', { mixedPort: 7000, secret: 's' }, { template: bare })
    expect(JSON.parse(text)).toMatchObject({
      inbounds: [{ type: 'mixed', tag: 'mixed-in', listen: '127.0.0.1', listen_port: 7000 }],
    })
    expect(text).not.toContain('clash_api')
    expect(report.issues).toContainEqual(expect.objectContaining({ code: 'field-ignored', field: 'secret' }))
  })

  test('a config of mihomo that becomes one for sing-box has ours', () => {
    expect(singbox({ mixedPort: 7000 }, { template: own }).inbounds).toEqual([
      { type: 'mixed', tag: 'mixed-in', listen: '127.0.0.1', listen_port: 7000 },
    ])
  })
})

describe('the controller of a config of ours', () => {
  test.each(['mihomo', 'clash'] as const)('%s: opens with the secret given, on loopback', (client) => {
    expect(mihomo({ secret: 's' }, {}, client)).toMatchObject({
      'external-controller': '127.0.0.1:9090',
      secret: 's',
    })
  })

  test('sing-box: opens with the secret given, on loopback', () => {
    expect(singbox({ secret: 's' }).experimental.clash_api).toEqual({
      external_controller: '127.0.0.1:9090',
      secret: 's',
      default_mode: 'Rule',
    })
  })

  test.each(['mihomo', 'clash', 'singbox'] as const)('%s: is never open, and who asked for it is told', (client) => {
    for (const settings of [{}, { secret: '' }, { controllerPort: 9191 }, { controllerPort: 9191, allowLan: true }]) {
      const { text, report } = run(client, settings)
      expect(text).not.toMatch(/external.controller/)
      const reported = report.issues.filter(({ code }) => code === 'controller-closed')
      expect(reported).toHaveLength('controllerPort' in settings ? 1 : 0)
    }
  })

  test('a port that only a controller would have is free where there is none', () => {
    expect(mihomo({ mixedPort: 9090 })['mixed-port']).toBe(9090)
  })
})

describe('TUN', () => {
  const TUN = {
    type: 'tun',
    tag: 'tun-in',
    address: ['172.19.0.1/30', 'fdfe:dcba:9876::1/126'],
    auto_route: true,
    strict_route: true,
    stack: 'mixed',
  }

  test('mihomo and Clash Premium have it in every config of ours, switched on where wanted', () => {
    for (const [client, more] of [
      ['mihomo', {}],
      ['clash', { clash: { premium: true } }],
    ] as const) {
      expect(mihomo({}, more, client)['tun']).toMatchObject({ enable: false, 'auto-route': true })
      expect(mihomo({ tun: true }, more, client)['tun']).toMatchObject({ enable: true, 'auto-route': true })
    }
  })

  test('the open-source Clash has none, and that is told', () => {
    const { text, report } = run('clash', { tun: true })
    expect(load(text)).not.toHaveProperty('tun')
    expect(report.issues).toContainEqual(expect.objectContaining({ code: 'field-ignored', field: 'tun' }))
  })

  test('sing-box has an inbound for it where wanted, beside the mixed one', () => {
    expect(singbox({ tun: true }).inbounds).toEqual([TUN, expect.objectContaining({ type: 'mixed' })])
  })

  test('an own config for mihomo keeps its block, switched on; without one it has ours', () => {
    const own = readOwnConfig('proxies: []\ntun: {enable: false, stack: gvisor}\n', 'own.yaml')
    expect(mihomo({ tun: true }, { template: own })['tun']).toEqual({ enable: true, stack: 'gvisor' })
    expect(mihomo({}, { template: own })['tun']).toEqual({ enable: false, stack: 'gvisor' })
    const bare = readOwnConfig('proxies: []\n', 'bare.yaml')
    expect(mihomo({ tun: true }, { template: bare })['tun']).toMatchObject({ enable: true, stack: 'mixed' })
    expect(run('clash', { tun: true }, { template: bare }).text).not.toContain('tun')
  })

  test('an own config for sing-box keeps its TUN; without one it has ours, and its questions for names are answered', () => {
    const own = { outbounds: [{ type: 'selector', tag: 'S', outbounds: [] }], inbounds: [{ type: 'tun', tag: 'mine' }] }
    const template = (config: object) => readOwnConfig(JSON.stringify(config), 'own.json')
    expect(singbox({ tun: true }, { template: template(own) }).inbounds).toEqual([{ type: 'tun', tag: 'mine' }])
    const taken = { ...own, inbounds: [{ type: 'mixed', tag: 'tun-in' }] }
    const { inbounds, route } = JSON.parse(run('singbox', { tun: true }, { template: template(taken) }).text)
    expect(inbounds).toEqual([
      { ...TUN, tag: 'tun-in_1' },
      { type: 'mixed', tag: 'tun-in' },
    ])
    expect(route).toMatchObject({ auto_detect_interface: true, rules: [{ action: 'sniff' }, { action: 'hijack-dns' }] })
  })
})

describe('who else in the network can steer the client', () => {
  test.each(['mihomo', 'clash', 'singbox'] as const)('%s: nobody, as the templates are', (client) => {
    expect(codes(client, {})).toEqual([])
  })

  test.each(['mihomo', 'clash', 'singbox'] as const)('%s: nor where all of the network may use the proxy', (client) => {
    expect(codes(client, { allowLan: true })).toEqual([])
  })

  test('an own config is looked at with what was set', () => {
    const open = readOwnConfig('proxies: []\nallow-lan: true\nexternal-controller: 0.0.0.0:9090\n', 'open.yaml')
    expect(codes('mihomo', {}, { template: open })).toEqual(['external-controller', 'secret', 'allow-lan'])
    const settings = { controllerPort: 9090, secret: 's', allowLan: false }
    expect(codes('mihomo', settings, { template: open })).toEqual([])
  })
})

describe('what no client takes never reaches a config', () => {
  test.each<[unknown, string, string]>([
    [{ mixedPort: 0 }, 'mixedPort', 'number'],
    [{ mixedPort: 65_536 }, 'mixedPort', 'number'],
    [{ mixedPort: '7890' }, 'mixedPort', 'number'],
    [{ mixedPort: 9090, secret: 's' }, 'mixedPort', 'port-twice'],
    [{ controllerPort: 7890, secret: 's' }, 'controllerPort', 'port-twice'],
    [{ controllerPort: 1.5 }, 'controllerPort', 'number'],
    [{ tolerance: -1 }, 'tolerance', 'number'],
    [{ tolerance: 65_536 }, 'tolerance', 'number'],
    [{ allowLan: 'yes' }, 'allowLan', 'setting-value'],
    [{ tun: 'yes' }, 'tun', 'setting-value'],
    [{ secret: 'a\nb' }, 'secret', 'setting-value'],
    [{ logLevel: 'verbose' }, 'logLevel', 'setting-value'],
    [{ urlTestInterval: '10' }, 'urlTestInterval', 'duration'],
    [{ urlTestInterval: '0s' }, 'urlTestInterval', 'duration'],
    [{ urlTestInterval: '10 minutes' }, 'urlTestInterval', 'duration'],
    [{ urlTestInterval: '31d' }, 'urlTestInterval', 'duration'],
  ])('%j', (settings, key, reason) => {
    for (const client of ['mihomo', 'clash', 'singbox'] as const) {
      try {
        run(client, settings as ClientSettings)
        expect.unreachable()
      } catch (error) {
        expect(error).toBeInstanceOf(ConvertError)
        expect(error).toMatchObject({ code: 'bad-option', args: { option: `settings.${key}`, reason } })
      }
    }
  })

  test('the secret itself is in no error', () => {
    expect(() => run('mihomo', { secret: 'canary\n' })).toThrow(
      expect.toSatisfy((error: ConvertError) => !JSON.stringify(error.args).includes('canary')),
    )
  })
})

test('each client says which log levels and which tolerance it takes', () => {
  const quiet = {
    ...mihomoFacts,
    groups: { ...mihomoFacts.groups, toleranceMaxMs: 100 },
    settings: { ...mihomoFacts.settings, logLevels: ['error' as const] },
  }
  const check = (settings: ClientSettings) => checkSettings(settings, builtinTemplate('minimal', 'en-US'), quiet)
  expect(check({ logLevel: 'error', tolerance: 100 })).toEqual({ logLevel: 'error', tolerance: 100 })
  expect(() => check({ logLevel: 'info' })).toThrow(ConvertError)
  expect(() => check({ tolerance: 101 })).toThrow(ConvertError)
})

describe('the programs take a config in which everything is set', () => {
  for (const logLevel of LOG_LEVELS) {
    engineTest(['sing-box'], `sing-box takes it, its log ${logLevel}`, async ({ 'sing-box': path }) => {
      for (const template of ['minimal', 'standard', 'full'] as const) {
        for (const allowLan of [true, false]) {
          const { text } = run('singbox', { ...ALL, allowLan, logLevel }, { template })
          expect(await checkWithSingbox(path, text)).toBeUndefined()
        }
      }
      // Only a start shows an interval above its timeout; who logs nothing does not say that it started.
      if (logLevel !== 'info' && logLevel !== 'debug') return
      const config = JSON.parse(run('singbox', { ...ALL, logLevel }, { template: 'minimal' }).text) as Dict
      expect(await startOnceWithSingbox(path, config)).toBeUndefined()
    })
  }

  engineTest(['meta-json-schema'], 'it passes the public schema of mihomo', (paths) => {
    const judge = schemaJudge(paths['meta-json-schema'])
    for (const logLevel of LOG_LEVELS) expect(judge(load(run('mihomo', { ...ALL, logLevel }).text))).toEqual([])
  })

  engineTest(['mihomo'], 'mihomo tests it and starts with it', async ({ mihomo: path }) => {
    for (const client of ['mihomo', 'clash'] as const) {
      const { text } = run(client, ALL)
      expect(await checkWithMihomo(path, text)).toBeUndefined()
      expect(await startOnceWithMihomo(path, text)).toBeUndefined()
    }
  })
})
