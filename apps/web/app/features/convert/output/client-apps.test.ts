import { describe, expect, test } from 'vitest'
import { CLIENT_PROGRAMS, phoneProgram } from '../../../components/client-programs.ts'
import { phoneSystemOf } from '../../../lib/phone-system.ts'
import { CHECKED_ON, CLIENT_APPS, PLATFORMS, platformOf } from './client-apps.ts'
import { outputSettings, OUTPUTS, withApp } from '@switchyard/recipe/model'
import { EMPTY_MODEL } from '../session/model.ts'

describe('the apps that people know', () => {
  test.each(['Windows', 'macOS', 'Android', 'iOS', 'Linux', 'OpenWrt'] as const)(
    '%s has two or more that are alive',
    (platform) => {
      const alive = CLIENT_APPS.filter(({ platforms, archived }) => platforms.includes(platform) && !archived)
      expect(alive.length).toBeGreaterThanOrEqual(2)
    },
  )

  test.each(CLIENT_APPS.map((app) => [app.name, app] as const))('%s is told in full', (_, app) => {
    expect(app.id).toMatch(/^[a-z0-9-]+$/)
    expect(new URL(app.site).protocol).toBe('https:')
    expect(OUTPUTS).toContain(app.output)
    expect(app.platforms.length).toBeGreaterThan(0)
    for (const platform of app.platforms) expect(PLATFORMS).toContain(platform)
    // A version, or what only Clash reads, means nothing to another format.
    expect(app.singboxVersion !== undefined).toBe(app.output === 'singbox')
    if (app.clashPremium) expect(app.output).toBe('clash')
    if (app.tun) expect(app.output).toBe('singbox')
  })

  test('the sing-box apps of phones get a TUN, and other apps take it back', () => {
    const appOf = (id: string) => CLIENT_APPS.find((app) => app.id === id)!
    const phone = withApp(EMPTY_MODEL, appOf('sing-box-android'))
    expect(outputSettings(phone).tun).toBe(true)
    expect(outputSettings(withApp(EMPTY_MODEL, appOf('sing-box-apple'))).tun).toBe(true)
    expect(outputSettings(withApp(phone, appOf('sing-box'))).tun).toBe(false)
  })

  test('each stands there once, and the day of the check is a day', () => {
    for (const key of ['id', 'name', 'site'] as const)
      expect(new Set(CLIENT_APPS.map((app) => app[key])).size).toBe(CLIENT_APPS.length)
    expect(new Date(CHECKED_ON).toISOString().slice(0, 10)).toBe(CHECKED_ON)
  })
})

const clients = Object.keys(CLIENT_PROGRAMS) as (keyof typeof CLIENT_PROGRAMS)[]

test.each(
  clients.flatMap((client) =>
    Object.entries(CLIENT_PROGRAMS[client].onPhone).map(([system, name]) => [client, system, name] as const),
  ),
)('the program for %s on %s is %s, and it runs there', (client, system, name) => {
  // It is gone from the list of programs to choose.
  if (`${client} ${system}` === 'clash Android') return expect(name).toBe('Clash for Android')
  expect(CLIENT_APPS.find((app) => app.name === name)?.platforms).toContain(system)
})

test('an iPhone and an Android phone have other programs', () => {
  expect(clients.map((client) => phoneProgram(client, 'iOS'))).toEqual(['Stash', 'Stash', 'sing-box VT', undefined])
  expect(clients.map((client) => phoneProgram(client, 'Android'))).toEqual([
    'FlClash',
    'Clash for Android',
    'sing-box for Android',
    'v2rayNG',
  ])
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 0, 'Windows', undefined],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 'macOS', undefined],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 'iOS', 'iOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, 'iOS', 'iOS'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5, 'Android', 'Android'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 0, 'Linux', undefined],
  ['Mozilla/5.0 (X11; Linux x86_64)', 10, 'Linux', undefined],
  ['curl/8', 0, undefined, undefined],
] as const)('%s with %i points of touch is %s', (userAgent, maxTouchPoints, platform, phone) => {
  expect(platformOf({ userAgent, maxTouchPoints })).toBe(platform)
  expect(phoneSystemOf({ userAgent, maxTouchPoints })).toBe(phone)
})
